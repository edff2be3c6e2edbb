/* The service worker: pages that were opened open again while the server does not answer.
 *
 * A page comes from the server, and from this phone's storage only where the server is silent. Its
 * static files have addresses that name their content, so a stored one is never out of date; a page
 * is kept together with the very files that it links. Taps, the live stream and the interface for
 * programs pass by untouched. The server puts a line with VERSION before this file.
 */
"use strict";

const PAGES = "sushiscore pages";
const FILES = "sushiscore files";
const OFFLINE = "/offline/";
const MAX_PAGES = 30;
const PATIENCE_MS = 4000; // for the server, where there is a stored page
const PATIENCE_AGAIN_MS = 1000; // after it was silent
const PATIENCE_WITHOUT_MS = 15000;
const KEPT = /^\/(?:$|about\/$|rules\/|g\/[0-9a-f-]{36}\/(?!delete\/|live\/))/;
const GAME = /^\/g\/[0-9a-f-]{36}\/$/;
const FILE = /\b(?:href|src)="(\/static\/[^"#]*\?v=[0-9a-f]+)/g;
const KEPT_AS = "X-Kept-As"; // a stored page's number: the highest was opened last
const SEALED = 'data-notice="stored" hidden';

let isSilent = false;
/** Fulfilled when everything that was to be written so far has been. */
let writing = Promise.resolve();

/* ------------------------------------------------------------- the storage */

/** Does what it is given after what was given before. */
function inOrder(write) {
  writing = writing.then(write, write);
  return writing;
}

/** The stored answer for an address, undefined for none (or where there is no storage). */
async function stored(cache, address) {
  try {
    return await (await caches.open(cache)).match(address, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** The number of a stored page, of which only the request is looked at. */
function numberOf(request) {
  return Number(request.headers.get(KEPT_AS));
}

/** The stored pages' requests, oldest first; browsers tell them in no order to be relied on. */
async function inOrderOfOpening(pages) {
  return (await pages.keys()).sort((one, other) => numberOf(one) - numberOf(other));
}

/** The static files that a page links, each once, by their versioned addresses. */
function filesOf(html) {
  return [...new Set(Array.from(html.matchAll(FILE), (found) => found[1]))];
}

/** Whether an answer is the file that its address names for good. */
function isForGood(response) {
  return response.ok && (response.headers.get("Cache-Control") || "").includes("immutable");
}

/** Stores the files that a page links; fails where one is not to be had. */
async function keepFiles(html) {
  const files = await caches.open(FILES);
  await Promise.all(filesOf(html).map(async (address) => {
    if (await files.match(address, { ignoreVary: true })) return;
    const response = await fetch(address);
    if (!isForGood(response)) throw new Error(`${address} is another file by now`);
    await files.put(address, response);
  }));
}

/** Drops the files that no stored page links any more: those of older versions. */
async function dropOldFiles() {
  const [pages, files] = await Promise.all([caches.open(PAGES), caches.open(FILES)]);
  const linked = new Set();
  const answers = [await files.match(OFFLINE), ...(await pages.matchAll())];
  for (const answer of answers) {
    if (answer) for (const address of filesOf(await answer.text())) linked.add(address);
  }
  for (const { url } of await files.keys()) {
    const { pathname, search } = new URL(url);
    if (pathname !== OFFLINE && !linked.has(pathname + search)) await files.delete(url);
  }
}

/** Stores a page with its files: as the latest one, or as one that has been renewed.
 *
 * The oldest are dropped; the start page stays whatever comes after it. */
async function keepPage(address, html, headers, isRenewed) {
  await keepFiles(html);
  const old = await stored(PAGES, address);
  const kept = new Headers(headers);
  // What is stored is neither compressed nor of that length.
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) kept.delete(name);
  const pages = await caches.open(PAGES);
  const [own] = await pages.keys(address, { ignoreVary: true });
  const last = Math.max(0, ...(await pages.keys()).map(numberOf));
  const number = own && isRenewed ? numberOf(own) : last + 1;
  const request = new Request(address, { headers: { [KEPT_AS]: String(number) } });
  await pages.delete(address, { ignoreVary: true });
  await pages.put(request, new Response(html, { headers: kept }));
  const all = await inOrderOfOpening(pages);
  const others = all.filter(({ url }) => new URL(url).pathname !== "/");
  for (const one of others.slice(0, -MAX_PAGES)) await pages.delete(one, { ignoreVary: true });
  const files = filesOf(html);
  if (old && filesOf(await old.text()).some((one) => !files.includes(one))) await dropOldFiles();
}

/** Drops a page that the server no longer shows; its whole game where there is none such now. */
async function forget(address, status) {
  const pages = await caches.open(PAGES);
  const wasThere = await pages.delete(address, { ignoreVary: true });
  const game = address.match(/^\/g\/[^/]+\//);
  if (!wasThere || !game || status !== 404) return;
  for (const { url } of await pages.keys()) {
    if (new URL(url).pathname.startsWith(game[0])) await pages.delete(url, { ignoreVary: true });
  }
}

/** Draws the conclusions from a page that the server has sent. */
async function remember(address, response) {
  if (!KEPT.test(address) || address.includes("?")) return;
  if ([403, 404, 410].includes(response.status)) await forget(address, response.status);
  const isPage = (response.headers.get("Content-Type") || "").startsWith("text/html");
  if (response.status !== 200 || response.redirected || !isPage) return;
  await keepPage(address, await response.text(), response.headers, false);
  await renewOthers(languageOf(response));
}

/** The language of an answer, "" where it does not say. */
function languageOf(response) {
  return response.headers.get("Content-Language") || "";
}

/** Fetches the stored pages of other languages anew: the phone has changed its language.
 *
 * One that is not to be had in this one is dropped: nobody is to find it who cannot read it. */
async function renewOthers(language) {
  const pages = await caches.open(PAGES);
  for (const request of await inOrderOfOpening(pages)) {
    const old = await pages.match(request, { ignoreVary: true });
    if (!old || languageOf(old) === language) continue;
    const address = request.url.slice(location.origin.length);
    const fresh = await fetch(address).catch(() => undefined);
    const isPage = fresh && fresh.status === 200 && !fresh.redirected;
    if (isPage && languageOf(fresh) === language) {
      await keepPage(address, await fresh.text(), fresh.headers, true);
    } else {
      await pages.delete(request, { ignoreVary: true });
    }
  }
}

/** Where the board of a page begins and ends. */
function boardIn(html) {
  const start = html.indexOf('<div id="board"');
  const tags = /<(\/?)div\b/g;
  tags.lastIndex = Math.max(start, 0);
  let depth = 0;
  for (let tag = tags.exec(html); tag && start >= 0; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1;
    if (!depth) return [start, html.indexOf(">", tag.index) + 1];
  }
  return null;
}

/** Puts a fresh board into the stored page, which would else be as old as its last loading. */
async function renewBoard(address, part, language) {
  const page = await stored(PAGES, address);
  if (!page) return;
  if (languageOf(page) !== language) {
    await renewOthers(language); // the board alone would be a page in two languages
    return;
  }
  const html = await page.text();
  const [old, fresh] = [boardIn(html), boardIn(part)];
  if (!old || !fresh) return;
  const whole = html.slice(0, old[0]) + part.slice(...fresh) + html.slice(old[1]);
  await keepPage(address, whole, page.headers, true);
}

/* ------------------------------------------------------------- answers */

/** Whether a server in front of SushiScore answers because SushiScore itself does not. */
function isDown(response) {
  return [502, 503, 504].includes(response.status);
}

/** What needs no server: the stored page, which says so; the game's latest; the one for none. */
async function withoutServer(address) {
  const page = await stored(PAGES, address);
  if (page) {
    const html = (await page.text()).replace(SEALED, SEALED.replace(" hidden", ""));
    return new Response(html, { headers: page.headers });
  }
  if (GAME.test(address)) {
    const pages = await caches.open(PAGES);
    const all = await inOrderOfOpening(pages);
    const latest = all.filter(({ url }) => new URL(url).pathname.startsWith(address)).pop();
    if (latest) return Response.redirect(latest.url);
  }
  return stored(FILES, OFFLINE);
}

/** A page: the server's, unless it is silent for too long. */
async function page(event, address) {
  let copy;
  const network = Promise.resolve(event.preloadResponse)
    .then((early) => early || fetch(event.request))
    .then((response) => {
      copy = response.clone();
      isSilent = isDown(response);
      return response;
    });
  event.waitUntil(network.then(() => inOrder(() => remember(address, copy))).catch(() => {}));
  const patience = isSilent ? PATIENCE_AGAIN_MS : PATIENCE_MS;
  const limit = (await stored(PAGES, address)) ? patience : PATIENCE_WITHOUT_MS;
  const tooLong = new Promise((go) => setTimeout(go, limit));
  const answer = await Promise.race([network.catch(() => undefined), tooLong]);
  if (answer && !isDown(answer)) return answer;
  isSilent = true;
  return (await withoutServer(address)) || answer || network;
}

/** A static file: the stored one, which its address says is the right one. */
async function file(event, address) {
  const known = await stored(FILES, address);
  if (known) return known;
  const response = await fetch(event.request);
  if (isForGood(response)) {
    const copy = response.clone();
    const put = async () => (await caches.open(FILES)).put(address, copy);
    event.waitUntil(inOrder(put).catch(() => {}));
  }
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/api/") || /^\/g\/[^/]+\/live\//.test(pathname)) return;
  const address = pathname + search;
  if (pathname.startsWith("/static/")) {
    if (searchParams.has("v")) event.respondWith(file(event, address));
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, address));
  }
});

/* ------------------------------------------------------------- coming and going */

/** Spares the worker from being woken for what it does not answer, where the browser can. */
async function passBy(event) {
  const paths = ["/api/*", "/g/*/live/"].map((pathname) => ({ urlPattern: { pathname } }));
  const methods = ["POST", "PUT", "DELETE"].map((requestMethod) => ({ requestMethod }));
  const rules = [...paths, ...methods].map((condition) => ({ condition, source: "network" }));
  try {
    await event.addRoutes(rules);
  } catch {
    // This browser asks the worker about everything.
  }
}

/** Stores the page for pages that were never opened, in the language that a cookie tells. */
async function keepOfflinePage() {
  const response = await fetch(OFFLINE);
  if (!response.ok) throw new Error("no page for times without a server");
  await keepFiles(await response.clone().text());
  await (await caches.open(FILES)).put(OFFLINE, response);
}

/** Stores the pages of these windows, and the one with which the installed app begins. */
async function keepPagesOf(windows) {
  const paths = windows.map(({ url }) => url.slice(location.origin.length).split("#")[0]);
  for (const address of new Set(["/", ...paths])) {
    if (!KEPT.test(address)) continue;
    const fetched = await fetch(address).catch(() => undefined);
    if (fetched) await remember(address, fetched).catch(() => {});
  }
}

/** Stores the pages that are open already. */
async function keepOpenPages() {
  await keepPagesOf(await self.clients.matchAll({ type: "window", includeUncontrolled: true }));
}

self.addEventListener("message", (event) => {
  const { address, board, language, status } = event.data;
  if (address) {
    isSilent = false;
    const write = () => (board ? renewBoard(address, board, language) : forget(address, status));
    event.waitUntil(inOrder(write).catch(() => {}));
  }
  // A page that was on its way when the worker came is nobody's: it was not there to be claimed.
  if (event.data !== "claim me") return;
  event.waitUntil(self.clients.claim().then(() => inOrder(() => keepPagesOf([event.source]))));
});

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([
    passBy(event),
    inOrder(keepOfflinePage).then(() => inOrder(keepOpenPages)).then(() => self.skipWaiting()),
  ]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    inOrder(dropOldFiles).catch(() => {}),
    self.registration.navigationPreload && self.registration.navigationPreload.enable(),
    self.clients.claim(),
  ]));
});
