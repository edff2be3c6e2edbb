"""Settings: the environment is read here, once (the data folder's place in referee.hosting.data).

Everything has a default that suits a home network, so a bare checkout runs. A value that makes no
sense stops the program. Nothing here touches the disk except to read the key file, so commands that
need no data (`score`) run where nothing can be written.
"""

import ipaddress
import re
import secrets
import socket
import zoneinfo
from contextlib import suppress
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from tzlocal import get_localzone_name

from referee.hosting.data import BASE_DIR, DATABASE_FILE, KEY_LENGTH, read_key, version_of
from referee.hosting.databases import postgresql_at, sqlite_in
from referee.hosting.network import bound_addresses
from sushiscore import __version__

env = environ.Env()


def _flag(name: str) -> bool:
    """Read an environment variable that is 1 or 0; unset means 0."""
    value = env.str(name, default="0").strip() or "0"
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value == "1"


def _one_of(name: str, *choices: str) -> str:
    """Read an environment variable with fixed choices; the first is the default."""
    value = env.str(name, default="").strip() or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def _listed(name: str) -> list[str]:
    """Read an environment variable that lists things, with commas between them."""
    return [text.strip() for text in env.list(name, default=[]) if text.strip()]


# What the environment says ---------------------------------------------------------------------

DEBUG = _flag("SUSHISCORE_DEBUG")
HTTPS = _flag("SUSHISCORE_HTTPS")

# `make run` puts a key file into the data folder. Without one, what this process signs is worth
# nothing to the next, which is what a command or a test needs and what no server should do.
SECRET_KEY = env.str("SUSHISCORE_SECRET_KEY", default="")
if SECRET_KEY and len(SECRET_KEY) < KEY_LENGTH:
    raise ImproperlyConfigured(f"SUSHISCORE_SECRET_KEY must have {KEY_LENGTH} characters or more.")
with suppress(OSError):
    SECRET_KEY = SECRET_KEY or read_key()
SECRET_KEY = SECRET_KEY or secrets.token_urlsafe(50)

_name = socket.gethostname().lower()
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", _name, f"{_name.partition('.')[0]}.local"]
for _host in _listed("SUSHISCORE_HOSTS"):
    if not re.fullmatch(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]", _host):
        raise ImproperlyConfigured(f"SUSHISCORE_HOSTS: {_host!r} is not a host name or address.")
    ALLOWED_HOSTS.append(_host)

# The networks of trusted proxies.
PROXIES: list[str] = []
for _proxy in _listed("SUSHISCORE_PROXIES") or (["127.0.0.1", "::1"] if HTTPS else []):
    try:
        PROXIES.append(str(ipaddress.ip_network(_proxy, strict=False)))
    except ValueError:
        raise ImproperlyConfigured(
            f"SUSHISCORE_PROXIES: {_proxy!r} is not an address or network, such as 192.0.2.1 or"
            " 10.0.0.0/8."
        ) from None

bound_addresses()  # must make sense

# Over it several server processes tell each other of changes; empty: this process is the only one.
REDIS_URL = env.str("REDIS_URL", default="").strip()
if REDIS_URL and not REDIS_URL.startswith(("redis://", "rediss://", "unix://")):
    raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")

# What opens /metrics; nothing does where it is empty.
METRICS_TOKEN = env.str("SUSHISCORE_METRICS_TOKEN", default="")
if METRICS_TOKEN and not re.fullmatch(r"[!-~]{16,}", METRICS_TOKEN):
    raise ImproperlyConfigured(
        "SUSHISCORE_METRICS_TOKEN must have 16 characters or more, and no spaces."
    )

# Whether webhooks may call addresses of the server's own network.
WEBHOOKS_PRIVATE = _flag("SUSHISCORE_WEBHOOKS_PRIVATE")
LOG_LEVEL = _one_of("SUSHISCORE_LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR")
LOG_FORMAT = _one_of("SUSHISCORE_LOG_FORMAT", "line", "json")
LOG_ADDRESSES = _flag("SUSHISCORE_LOG_ADDRESSES")
LOG_TO = _one_of("SUSHISCORE_LOG_TO", "stdout", "stderr")

# Database ----------------------------------------------------------------------------------------

_address = env.str("DATABASE_URL", default="").strip()
try:
    DATABASES = {"default": postgresql_at(_address) if _address else sqlite_in(DATABASE_FILE)}
except ValueError:
    # Without its own words: one of them is a password.
    raise ImproperlyConfigured(
        "DATABASE_URL must be postgres://user:password@host:port/name, such as"
        " postgres://sushi:secret@127.0.0.1:5432/sushiscore."
    ) from None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Cache -------------------------------------------------------------------------------------------

# What processes must count together lies in Redis, see referee.access.throttle; everything else can
# be worked out again, and each process keeps it for itself.
_LOCAL = "django.core.cache.backends.locmem.LocMemCache"
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": _LOCAL, "OPTIONS": {"MAX_ENTRIES": 20_000}},
    "counts": {"BACKEND": _LOCAL, "LOCATION": "counts", "OPTIONS": {"MAX_ENTRIES": 20_000}},
    # Parts of pages that are the same on many: a tile, a pile, a seat.
    "template_fragments": {
        "BACKEND": _LOCAL,
        "LOCATION": "template_fragments",
        "OPTIONS": {"MAX_ENTRIES": 5000},
    },
    # Some 60 kB each.
    "pictures": {"BACKEND": _LOCAL, "LOCATION": "pictures", "OPTIONS": {"MAX_ENTRIES": 100}},
    # Figures of clubs, by the version of their results.
    "statistics": {
        "BACKEND": _LOCAL,
        "LOCATION": "statistics",
        "TIMEOUT": 3600,
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}
if REDIS_URL:
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    CACHES["counts"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {
            # Seconds: a Redis that does not answer holds nobody up for long.
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
            "retry": Retry(NoBackoff(), 1),  # at once, on a new connection: it may have restarted
        },
    }

# Application -------------------------------------------------------------------------------------

# Without Django's sessions: a phone is known by its signed cookie, and an account that logs in on
# it is noted beside it (see referee.models.ClubPhone).
VERSION = version_of(__version__)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "referee",
]

MIDDLEWARE = [
    "sushiscore.headers.add_headers",
    "django.middleware.security.SecurityMiddleware",
    # Pages and static files alike. BREACH, which guesses a page's secrets by how well they compress
    # beside what an attacker put into it, finds none: the token against forgery is masked anew in
    # every answer, other sites' requests for pages' parts come without cookies (SameSite=Lax), and
    # Django pads what it compresses by a random length.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "sushiscore.static.StaticFilesMiddleware",
    "sushiscore.cookies.RenameCookies",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "referee.api.base.limits.tell_limits",
]

ROOT_URLCONF = "sushiscore.urls"

# While one develops, a changed template is to be seen.
_FILES = "django.template.loaders.filesystem" if DEBUG else "sushiscore.templates"
_CACHED = (
    "django.template.loaders.cached.Loader",
    [f"{_FILES}.Loader", "django.template.loaders.app_directories.Loader"],
)
TEMPLATES = [
    {
        "NAME": "django",
        "BACKEND": "sushiscore.templates.Templates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("template_partials.loader.Loader", [_CACHED])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

MESSAGE_STORAGE = "sushiscore.cookies.Messages"

REST_FRAMEWORK = {
    # What takes no key counts by one all the same, and refuses one that is none.
    "DEFAULT_AUTHENTICATION_CLASSES": ["referee.api.base.keys.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "referee.api.base.auto_schema.OperationSchema",
    "EXCEPTION_HANDLER": "referee.api.base.errors.refuse",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": ["referee.api.base.limits.Limit"],
}

SPECTACULAR_SETTINGS = {
    "TITLE": "SushiScore",
    "DESCRIPTION": (
        "Scores games, answers questions about the rules, and tells of a club. What belongs to a "
        "club takes a key: `Authorization: Bearer sushi_…`. Make one on the page “Keys for "
        "programs”, behind the settings of a club.\n\nEvery error is a problem document "
        "(RFC 9457): the schema `Problem`, with each fault’s place, code and message. The words "
        "are in the language of `Accept-Language`. docs/api.md says more, with examples to run."
    ),
    # In this order on the page; the first part of an operation's address is its tag.
    "TAGS": [
        {"name": name, "description": description}
        for name, description in {
            "score": "What a game comes to",
            "diagnose": "Why somebody has another total",
            "ask": "Questions about the rules",
            "phrases": "What somebody says of the cards",
            "rulesets": "Cards, menus and house rules of the three games",
            "menus": "Menus of Sushi Go Party! that fit a table",
            "clubs": "The clubs that you run",
            "players": "Who plays there",
            "nights": "When they met",
            "games": "What they played, and what lies on the table",
            "rounds": "The points of a game, line by line",
            "tableaus": "The cards of a game",
            "disputes": "Numbers that somebody doubts, and what explains them",
            "join": "A phone at a table",
            "tournaments": "Nights of several tables",
            "seasons": "Years and seasons, and their champions",
            "standings": "Who leads",
            "records": "The best games, feats and streaks",
            "export": "A club as a file",
            "imports": "Clubs from files",
            "webhooks": "Calls when something has happened",
            "schema": "This description",
            "may change": "What pages are made of; the next version may do without it",
        }.items()
    ],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "Where this description comes from."}],
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "defaultModelsExpandDepth": 0},
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # has JSON schema's own null
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["referee.api.description.complete"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Accounts ----------------------------------------------------------------------------------------

# New passwords go by the first; those that were kept by the second go on, until the next log-in.
PASSWORD_HASHERS = [
    "referee.club.services.passwords.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "UserAttributeSimilarityValidator",
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ),
    {"NAME": "referee.club.services.passwords.KnownNamesValidator"},
]

# Language and time -------------------------------------------------------------------------------

USE_I18N = True
LANGUAGE_CODE = "en"
# Each by its own name. English is what the source is written in; another one is a line here and a
# folder in locale/ (docs/languages.md).
LANGUAGES = [("en", "English"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["sushiscore.formats"]
# What a phone was switched to; until then it is what the phone asks for (Accept-Language).
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600  # in seconds; browsers keep no cookie longer
USE_TZ = True
_zone = env.str("SUSHISCORE_TIME_ZONE", default="") or get_localzone_name() or "UTC"
try:
    TIME_ZONE = zoneinfo.ZoneInfo(_zone).key
except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
    raise ImproperlyConfigured(
        f"SUSHISCORE_TIME_ZONE: {_zone!r} is not a time zone, such as Europe/Madrid."
    ) from None

# Static files ------------------------------------------------------------------------------------

# Served from where they lie, so that no collecting step stands between a checkout and its start.
STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "sushiscore.static.VersionedStaticFiles"},
}
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# Security ----------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "sushiscore.proxies.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http browsers ignore this header and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_HSTS_SECONDS = 7 * 24 * 3600 if HTTPS else 0
# `check --deploy` asks for more than can be known here:
SILENCED_SYSTEM_CHECKS = [
    # Machines with names below this one's may know plain http alone, as printers and routers do.
    "security.W005",
    # The proxy that terminates TLS redirects http to https. This port speaks plain http, and knows
    # neither the address nor the port at which phones find https.
    "security.W008",
    # The browsers' own lists take in a whole domain, for years: for its owner to decide.
    "security.W021",
]
# A cookie with this prefix is taken by browsers from https alone, for the whole of this host and
# for no other one.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
PHONE_COOKIE_NAME = f"{COOKIE_PREFIX}phone"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
LOOK_COOKIE_NAME = f"{COOKIE_PREFIX}look"
MESSAGES_COOKIE_NAME = f"{COOKIE_PREFIX}messages"
# Messages to the next page travel in a cookie that goes by the session's settings.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# The largest body of a request, in bytes; referee.hosting.body_limit holds it for every kind of
# body.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
# A club file, in bytes, on its page, for programs and for manage.py import_club: three times the
# 10,000 games of a busy café.
CLUB_FILE_MAX_SIZE = 32 * 1024 * 1024
# Where large files are sent: club files, and files of past games.
TAKE_FILES = r"/club/import/|/api/v1/imports/|/club/[0-9a-f-]{36}/paper/csv/"

# Pages of other sites ----------------------------------------------------------------------------

# What their scripts may ask, and read: below /api/v1/, with a key or without, and never with a
# phone's cookie. Every page in the world may ask only what is nobody's.
CORS = _listed("SUSHISCORE_CORS")
CORS_ALLOW_ALL_ORIGINS = CORS == ["*"]
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else CORS
for _origin in CORS_ALLOWED_ORIGINS:
    if not re.fullmatch(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?", _origin):
        raise ImproperlyConfigured(
            f"SUSHISCORE_CORS: {_origin!r} is not an origin, such as https://league.example; * "
            "stands alone."
        )
if CORS:
    MIDDLEWARE.insert(1, "corsheaders.middleware.CorsMiddleware")
_ANYBODYS = r"(?:score|diagnose|phrases|ask|rulesets|schema)/" if CORS_ALLOW_ALL_ORIGINS else ""
CORS_URLS_REGEX = f"^/api/v1/{_ANYBODYS}"
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = [
    "accept", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match",
]  # fmt: skip
CORS_EXPOSE_HEADERS = [
    "ETag", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After",
]  # fmt: skip

# Logs --------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "referee.hosting.logs.LineFormatter"},
        "json": {"()": "referee.hosting.logs.JsonFormatter"},
    },
    "filters": {"once_a_minute": {"()": "referee.hosting.logs.OnceAMinute"}},
    "handlers": {
        "out": {
            "class": "logging.StreamHandler",
            "stream": f"ext://sys.{LOG_TO}",
            "formatter": LOG_FORMAT,
            "filters": ["once_a_minute"],
        },
    },
    "root": {"handlers": ["out"], "level": LOG_LEVEL},
    "loggers": {
        # Django would else add its own handlers, among them mail to nobody.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # An address that does not exist is its visitor's news, not the server's.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        # Somebody's wrong name for this machine is answered with 400; it is no fault here.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL"},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # What uvicorn tells of its start and end, `make run` tells in its own words. It warns of
        # what is no HTTP; that is its sender's fault.
        "uvicorn": {"handlers": [], "level": "ERROR", "propagate": True},
    },
}
