/* The service worker: pages that were opened open again while the server is silent. A page is kept
 * together with the very files that it links, whose addresses name their content. Taps, the live stream
 * and the interface for programs pass by. The server puts a line with VERSION before this file. */
"use strict";
const PAGES = "sushiscore pages"; // listed in the order in which they were put there
const FILES = "sushiscore files";
const OFFLINE = "/offline/";
const MAX_PAGES = 30;
const PATIENCE_MS = 4000; // for the server, where there is a stored page
const PATIENCE_AGAIN_MS = 1000; // after it was silent
const PATIENCE_WITHOUT_MS = 15000;
const KEPT = /^\/(?:|about\/|rules\/[^?]*|g\/[0-9a-f-]{36}\/(?!delete\/|live\/)[^?]*)$/;
const GAME = /^\/g\/[0-9a-f-]{36}\//;
const FILE = /\b(?:href|src)="(\/static\/[^"#]*\?v=[0-9a-f]+)/g;
const BOARD = /<div\s+id="board".*<!--the end of the board-->\s*<\/div>/s;
const SEALED = 'data-notice="stored" hidden';
let isSilent = false;

/** Does what it is given after what was given before, also to an older worker. */
const inOrder = (write) => navigator.locks.request("sushiscore pages", write);

/** The stored answer for an address, undefined for none (or where there is no storage). */
const stored = (cacheName, address) => caches.match(address, { cacheName }).catch(() => undefined);

/** What stands behind the server's name in an address, without "#" and what follows it. */
const addressOf = ({ url }) => url.slice(location.origin.length).replace(/#.*/s, "");

/** The addresses of the stored pages below an address, the latest last. */
async function pagesBelow(start) {
  const pages = await (await caches.open(PAGES)).keys();
  return pages.map(addressOf).filter((address) => address.startsWith(start));
}

/** The static files that a page links, each once, by their versioned addresses. */
const filesOf = (html) => [...new Set(Array.from(html.matchAll(FILE), (found) => found[1]))];

/** Stores the files that a page links, so far as they are not; fails where one is not to be had. */
async function keepFiles(html) {
  await Promise.all(filesOf(html).map(async (address) => {
    if (await stored(FILES, address)) return;
    const response = await fetch(address);
    const isForGood = response.ok && response.headers.get("Cache-Control")?.includes("immutable");
    if (!isForGood) throw new Error("the file is another one by now");
    await (await caches.open(FILES)).put(address, response);
  }));
}

/** Drops the files that no stored page links any more: those of older versions. */
async function dropOldFiles() {
  const [pages, files] = await Promise.all([caches.open(PAGES), caches.open(FILES)]);
  const linking = [await files.match(OFFLINE), ...(await pages.matchAll())];
  const texts = await Promise.all(linking.map((page) => page?.text() ?? ""));
  const linked = [OFFLINE, ...texts.flatMap(filesOf)];
  for (const one of await files.keys()) {
    if (!linked.includes(addressOf(one))) await files.delete(one);
  }
}

/** Stores a page with its files as the latest; drops the oldest, but never the start page. */
async function keepPage(address, html, headers) {
  await keepFiles(html);
  const old = await stored(PAGES, address);
  const kept = new Headers(headers);
  // What is stored is neither compressed nor of that length.
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) kept.delete(name);
  const pages = await caches.open(PAGES);
  await pages.put(address, new Response(html, { headers: kept }));
  const others = (await pagesBelow("/")).filter((one) => one !== "/");
  for (const one of others.slice(0, -MAX_PAGES)) await pages.delete(one);
  const files = filesOf(html);
  if (old && filesOf(await old.text()).some((one) => !files.includes(one))) await dropOldFiles();
}

/** Drops a page that the server no longer shows; its whole game where there is none such now. */
async function forget(address, status) {
  const pages = await caches.open(PAGES);
  const wasThere = await pages.delete(address);
  const game = status === 404 && wasThere && GAME.exec(address);
  for (const one of game ? await pagesBelow(game[0]) : []) await pages.delete(one);
}

/** Draws the conclusions from a page that the server has sent. */
async function remember(address, response) {
  const { headers, ok, redirected, status } = response;
  if (!KEPT.test(address)) return;
  if ([403, 404, 410].includes(status)) await forget(address, status);
  if (!ok || redirected || !/^text\/html/.test(headers.get("Content-Type"))) return;
  await keepPage(address, await response.text(), headers);
}

/** Fetches pages and stores them, where the server has them. */
async function fetchPages(addresses) {
  for (const address of addresses.filter((one) => KEPT.test(one))) {
    await fetch(address).then((response) => remember(address, response)).catch(() => {});
  }
}

/** Puts a fresh board into the stored page, which would else be as old as its last loading. */
async function renewBoard(address, part, language) {
  const page = await stored(PAGES, address);
  if (page?.headers.get("Content-Language") !== language) return; // it would speak two languages
  const [fresh] = BOARD.exec(part) ?? [];
  if (fresh) await keepPage(address, (await page.text()).replace(BOARD, () => fresh), page.headers);
}

/** Whether a server in front of SushiScore answers because SushiScore itself does not. */
const isDown = ({ status }) => [502, 503, 504].includes(status);

/** What needs no server: the stored page, which says so; the game's latest; the one for none. */
async function withoutServer(address) {
  const page = await stored(PAGES, address);
  if (page) {
    const html = (await page.text()).replace(SEALED, SEALED.replace(" hidden", ""));
    return new Response(html, { headers: page.headers });
  }
  const game = GAME.exec(address);
  const latest = game && game[0] === address && (await pagesBelow(address)).pop();
  return latest ? Response.redirect(latest) : stored(FILES, OFFLINE);
}

/** A page: the server's, unless it is silent for too long. */
async function page(event, address) {
  const network = (async () => (await event.preloadResponse) || fetch(event.request))();
  event.waitUntil(network.then((response) => {
    const copy = response.clone(); // before the browser reads it
    isSilent = isDown(response);
    return inOrder(() => remember(address, copy));
  }).catch(() => {}));
  const patience = isSilent ? PATIENCE_AGAIN_MS : PATIENCE_MS;
  const limit = (await stored(PAGES, address)) ? patience : PATIENCE_WITHOUT_MS;
  const tooLong = new Promise((go) => setTimeout(go, limit));
  const answer = await Promise.race([network.catch(() => undefined), tooLong]);
  if (answer && !isDown(answer)) return answer;
  isSilent = true;
  return (await withoutServer(address)) || answer || network;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const address = addressOf(request);
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(page(event, address));
  } else if (pathname.startsWith("/static/") && searchParams.has("v")) {
    event.respondWith(stored(FILES, address).then((found) => found || fetch(request)));
  }
});

/** Stores the page for pages that were never opened, the one with which the installed app begins, and
 * those that are open. What was stored in another language than the phone's is fetched in this one. */
async function settleIn() {
  const response = await fetch(OFFLINE);
  if (!response.ok) throw new Error("no page for times without a server");
  await keepFiles(await response.clone().text());
  const language = response.headers.get("Content-Language");
  await (await caches.open(FILES)).put(OFFLINE, response);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const addresses = new Set(["/", ...windows.map(addressOf)]);
  for (const address of await pagesBelow("/")) {
    const { headers } = await stored(PAGES, address);
    if (headers.get("Content-Language") !== language) addresses.add(address);
  }
  await fetchPages([...addresses]);
  await skipWaiting();
}

self.addEventListener("install", (event) => {
  // It is not woken for what it does not answer, where the browser can.
  const answered = [{ requestMode: "navigate" }, { urlPattern: { pathname: "/static/*" } }];
  const rule = { condition: { not: { or: answered } }, source: "network" };
  event.waitUntil(event.addRoutes?.(rule).catch(() => {}));
  event.waitUntil(inOrder(settleIn));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(clients.claim());
  // Firefox shows its own error page where what it has asked for ahead fails, whatever is answered here.
  const isEnabled = !navigator.userAgent.includes("Firefox/");
  event.waitUntil(self.registration.navigationPreload?.[isEnabled ? "enable" : "disable"]());
  event.waitUntil(inOrder(dropOldFiles).catch(() => {}));
});

self.addEventListener("message", (event) => {
  const { address, board, language, status } = event.data;
  if (address) {
    isSilent = false;
    const write = () => (board ? renewBoard(address, board, language) : forget(address, status));
    event.waitUntil(inOrder(write).catch(() => {}));
  } else {
    // A page that was on its way when the worker came was not there to be claimed.
    event.waitUntil(clients.claim());
    event.waitUntil(inOrder(() => fetchPages(["/", addressOf(event.source)])));
  }
});
