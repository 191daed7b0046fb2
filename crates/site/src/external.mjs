// Requests URLs. `external.rs` puts `const input = {…}` before this code, runs both in Node, and reads the JSON that is
// printed: each URL with its fault, or null if the link works.

/** Statuses of a page that exists but needs a login, refuses programs, or has received too many requests. */
const present = [401, 403, 429];

/** Fault of each URL that was requested, or null if the link works. */
const faults = {};

async function status(url, method) {
	const reply = await fetch(url, {
		method,
		headers: { 'user-agent': input.userAgent },
		signal: AbortSignal.timeout(input.timeoutMilliseconds),
	});
	await reply.body?.cancel();
	return reply.status;
}

function isGood(code) {
	return (code >= 200 && code < 400) || present.includes(code);
}

/** Sends HEAD, and GET if HEAD fails. Returns the fault of the link, or null if it works. */
async function fault(url) {
	const head = await status(url, 'HEAD').catch(() => 0);
	if (isGood(head)) return null;
	try {
		const code = await status(url, 'GET');
		return isGood(code) ? null : `the server answers with status ${code}`;
	} catch (error) {
		if (error.name === 'TimeoutError') return `no answer within ${input.timeoutMilliseconds / 1000} seconds`;
		const cause = error.cause ?? error;
		return cause.message || cause.code || error.message;
	}
}

/** Requests the URLs of a host one after the other, with a pause between them. */
async function requestHost(urls) {
	for (const [index, url] of urls.entries()) {
		if (index > 0) await new Promise((go) => setTimeout(go, input.pauseMilliseconds));
		faults[url] = await fault(url);
	}
}

async function requestHosts() {
	for (let urls; (urls = input.hosts.pop()); ) await requestHost(urls);
}

await Promise.all(Array.from({ length: input.hostsAtOnce }, requestHosts));
console.log(JSON.stringify(faults));
