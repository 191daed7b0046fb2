// What CloudFront does with a request before it looks anything up (runtime cloudfront-js-2.0).
//
// The rules are those of `site serve` (crates/site/src/answer.rs); a test runs both over one table of paths. What belongs
// to the content, not to the rules, is in the key value store, which `site publish` keeps in step with the site:
//   "/about" -> "200 /about.html"   a page, and the file that answers
//   "/home"  -> "301 /"             an address that has moved
//   "*"      -> "/knowledge/ /knowledge.html\n..."   the rewrites: all addresses that begin so, and the file that answers
import cf from 'cloudfront';

const table = cf.kvs();
// Scheme and host of the site; the template puts them in. Any other name of its own leads there, since forms are taken from
// this one's pages only. The name that CloudFront gave shows the site before DNS does.
const home = '${SiteUrl}';

async function handler(event) {
  const request = event.request;
  const path = request.uri;
  if (path.startsWith('/api/')) {
    // A visitor can send this header too. The form function believes it because only this line can have written it.
    request.headers['x-viewer-address'] = { value: event.viewer.ip };
    return request;
  }
  const host = request.headers.host ? request.headers.host.value : '';
  if (host && home.startsWith('https://') && home !== 'https://' + host && !host.endsWith('.cloudfront.net')) {
    return moved(request, 301, home + path);
  }
  // A Location that begins with two slashes would lead to another host.
  if (path.startsWith('//') || path.startsWith('/\\') || path.startsWith('/.site/')) {
    request.uri = '/404';
    return request;
  }
  const known = await look(decoded(path));
  if (known) {
    const space = known.indexOf(' ');
    const status = Number(known.slice(0, space));
    const target = known.slice(space + 1);
    if (status !== 200) return moved(request, status, target);
    request.uri = target;
    return request;
  }
  // One address for a page: without a slash, without the file's ending.
  if (path.length > 1) {
    let shorter = '';
    if (path.endsWith('/')) shorter = path.slice(0, -1);
    if (path.endsWith('.html')) shorter = path.replace(/(\/index)?\.html$/, '') || '/';
    const page = shorter && (await look(decoded(shorter)));
    if (page) {
      // A moved address with a slash at the end goes where it has moved, at once.
      const space = page.indexOf(' ');
      const status = Number(page.slice(0, space));
      return status === 200 ? moved(request, 301, shorter) : moved(request, status, page.slice(space + 1));
    }
  }
  const rewrites = await look('*');
  const lines = rewrites ? rewrites.split('\n') : [];
  // The runtime knows no `for ... of`.
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    const space = line.indexOf(' ');
    const prefix = line.slice(0, space);
    if (path.startsWith(prefix) && path.length > prefix.length) {
      request.uri = line.slice(space + 1);
      return request;
    }
  }
  // A page that is not in the table yet.
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path === '/') request.uri = '/index.html';
  else if (!name.includes('.')) request.uri = path + '.html';
  return request;
}

async function look(key) {
  try {
    return await table.get(key);
  } catch (error) {
    // There is no such key.
    return undefined;
  }
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    return path;
  }
}

function moved(request, status, target) {
  const query = queryOf(request.querystring);
  // The query stands before the anchor.
  const at = target.indexOf('#');
  const anchor = at < 0 ? '' : target.slice(at);
  const page = at < 0 ? target : target.slice(0, at);
  const joint = page.includes('?') ? '&' : '?';
  return {
    statusCode: status,
    statusDescription: 'Moved',
    headers: {
      location: { value: query ? page + joint + query + anchor : target },
      'cache-control': { value: 'public, max-age=300' },
    },
  };
}

// CloudFront gives the query taken apart, its parts still encoded.
function queryOf(parts) {
  const pairs = [];
  for (const name in parts) {
    const values = parts[name].multiValue || [parts[name]];
    values.forEach((one) => pairs.push(one.value === '' ? name : name + '=' + one.value));
  }
  return pairs.join('&');
}
