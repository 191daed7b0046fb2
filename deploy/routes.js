// Viewer request function: CloudFront runs it before it looks up a request in its cache (runtime cloudfront-js-2.0).
//
// The rules are those of `site serve` (crates/inspect/src/addresses.rs); a test runs both over one table of paths. Everything that
// depends on the content is in the key value store, which `site publish` keeps in sync with the site:
//   "/about" -> "200 /about.html"   a page and its file
//   "/home"  -> "301 /"             a redirect
//   "*"      -> "/knowledge/ /knowledge.html\n/old/ 301 /new/*\n..."   prefixes of URLs, each with the file that is served, or with a
//                                                 redirect, in which * stands for the rest of the URL
import cf from 'cloudfront';

const table = cf.kvs();
// Scheme and host of the site, inserted by the template. Other host names of the site redirect there, because the form function
// accepts forms only from its pages. CloudFront's own host name does not redirect, so it shows the site before DNS is set up.
const home = '${SiteUrl}';

async function handler(event) {
  const request = event.request;
  const path = request.uri;
  if (path.startsWith('/api/')) {
    // Overwrites the header even if a visitor has sent it, so the form function can trust it.
    request.headers['x-viewer-address'] = { value: event.viewer.ip };
    // The gateway has one route for each form, and accepts none that ends with a slash.
    if (path.endsWith('/')) request.uri = path.slice(0, -1);
    return request;
  }
  const host = request.headers.host ? request.headers.host.value : '';
  if (host && home.startsWith('https://') && home !== 'https://' + host && !host.endsWith('.cloudfront.net')) {
    return redirect(request, 301, home + path);
  }
  // A redirect to a URL that begins with two slashes would go to another host.
  if (path.startsWith('//') || path.startsWith('/\\') || path.startsWith('/.site/')) {
    request.uri = '/404';
    return request;
  }
  const known = await lookUp(decoded(path));
  if (known) {
    const space = known.indexOf(' ');
    const status = Number(known.slice(0, space));
    const target = known.slice(space + 1);
    if (status !== 200) return redirect(request, status, target);
    request.uri = target;
    return request;
  }
  // Each page has one URL. The table has those that end with a slash or `.html` without their endings as well.
  if (path.length > 1) {
    let shorter = '';
    if (path.endsWith('/')) shorter = path.slice(0, -1);
    if (path.endsWith('.html')) shorter = path.replace(/(\/index)?\.html$/, '') || '/';
    const page = shorter && (await lookUp(decoded(shorter)));
    if (page) {
      // A redirect's URL with a trailing slash redirects directly to the target.
      const space = page.indexOf(' ');
      const status = Number(page.slice(0, space));
      return status === 200 ? redirect(request, 301, shorter) : redirect(request, status, page.slice(space + 1));
    }
  }
  const rewrites = await lookUp('*');
  const lines = rewrites ? rewrites.split('\n') : [];
  // The runtime does not support `for ... of`.
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    const space = line.indexOf(' ');
    const prefix = line.slice(0, space);
    if (path.startsWith(prefix) && path.length > prefix.length) {
      const target = line.slice(space + 1);
      if (!target.startsWith('/')) {
        // Two slashes would begin the name of a host.
        const rest = path.slice(prefix.length).replace(/^[/\\]+/, '');
        return redirect(request, Number(target.slice(0, 3)), target.slice(4).replace('*', () => rest));
      }
      request.uri = target;
      return request;
    }
  }
  // Pages that are not in the table yet.
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.endsWith('/')) request.uri = path + 'index.html';
  else if (!name.includes('.')) request.uri = path + '.html';
  return request;
}

async function lookUp(key) {
  try {
    return await table.get(key);
  } catch (error) {
    // The key does not exist.
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

function redirect(request, status, target) {
  const query = queryOf(request.querystring);
  // The query string goes before the fragment.
  const at = target.indexOf('#');
  const anchor = at < 0 ? '' : target.slice(at);
  const page = at < 0 ? target : target.slice(0, at);
  const separator = page.includes('?') ? '&' : '?';
  return {
    statusCode: status,
    statusDescription: 'Moved',
    headers: {
      location: { value: query ? page + separator + query + anchor : target },
      'cache-control': { value: 'public, max-age=300' },
    },
  };
}

// Reassembles the query string. CloudFront splits it into parameters, which are still percent-encoded.
function queryOf(parts) {
  const pairs = [];
  for (const name in parts) {
    const values = parts[name].multiValue || [parts[name]];
    values.forEach((one) => pairs.push(one.value === '' ? name : name + '=' + one.value));
  }
  return pairs.join('&');
}
