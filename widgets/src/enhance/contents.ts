/**
 * Marks the current section in the table of contents of a long page (`.toc`), which is the last section whose heading has passed
 * the upper third of the window. In a margin column, the table of contents is always open.
 */
export function enhanceContents(): void {
  const toc = document.querySelector<HTMLDetailsElement>(".toc");
  if (!toc) return;
  toc.open = matchMedia("(width >= 64rem)").matches;
  const links = [...toc.querySelectorAll<HTMLAnchorElement>("a")];
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  const update = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    const current = passed.at(-1)?.id;
    for (const link of links) {
      if (link.hash === `#${current}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(update, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}
