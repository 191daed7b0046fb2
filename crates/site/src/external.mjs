// Asks sites for addresses, politely. `external.rs` puts `const asked = {…}` before this text, runs it in Node and reads what it
// prints: each address with what is wrong with it, or null.

/** Some statuses of a page that is there all the same: it wants a login, refuses programs, or is asked too often. */
const present = [401, 403, 429];

/** Address -> what is wrong. */
const faults = {};

async function status(url, method) {
	const reply = await fetch(url, {
		method,
		headers: { 'user-agent': asked.userAgent },
		signal: AbortSignal.timeout(asked.timeoutMilliseconds),
	});
	await reply.body?.cancel();
	return reply.status;
}

function isGood(code) {
	return (code >= 200 && code < 400) || present.includes(code);
}

/** HEAD first, and GET only where a site does not answer HEAD well. */
async function fault(url) {
	const head = await status(url, 'HEAD').catch(() => 0);
	if (isGood(head)) return null;
	try {
		const code = await status(url, 'GET');
		return isGood(code) ? null : `it answers with status ${code}`;
	} catch (error) {
		if (error.name === 'TimeoutError') return `no answer within ${asked.timeoutMilliseconds / 1000} seconds`;
		const cause = error.cause ?? error;
		return cause.message || cause.code || error.message;
	}
}

/** One request at a time to a host, with a pause between two. */
async function askHost(urls) {
	for (const [index, url] of urls.entries()) {
		if (index > 0) await new Promise((go) => setTimeout(go, asked.pauseMilliseconds));
		faults[url] = await fault(url);
	}
}

async function askHosts() {
	for (let urls; (urls = asked.hosts.pop()); ) await askHost(urls);
}

await Promise.all(Array.from({ length: asked.hostsAtOnce }, askHosts));
console.log(JSON.stringify(faults));
