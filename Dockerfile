# SushiScore in a container; docs/deploy.md says how to run it, and how this file was tried.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3-pip python3-venv
RUN python3 -m venv --without-pip /opt/sushiscore
WORKDIR /source
COPY requirements requirements
RUN pip --python /opt/sushiscore/bin/python install --no-cache-dir --require-hashes \
    -r requirements/run.txt -r requirements/postgres.txt
COPY . .
RUN pip --python /opt/sushiscore/bin/python install --no-cache-dir --no-deps .

FROM debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-noto-color-emoji python3 tzdata \
    && apt-get clean && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home sushiscore \
    && install --directory --owner=sushiscore --mode=700 /data
COPY --from=build /opt/sushiscore /opt/sushiscore
ENV PATH=/opt/sushiscore/bin:/usr/bin:/bin LANG=C.UTF-8 PYTHONUNBUFFERED=1 SUSHISCORE_DATA=/data PORT=8000
# By its number: Kubernetes sees that it is not root.
USER 10001
VOLUME /data
EXPOSE 8000
# It may bring a large database up to date for minutes before it answers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30m CMD python3 -c \
    "import os, urllib.request as ask; ask.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"
CMD ["sushiscore"]
