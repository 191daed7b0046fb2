/**
 * Returns the first element in `root` that matches a selector. Throws if there is none, because then markup and script
 * disagree.
 */
export function find<E extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): E {
  const found = root.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}
