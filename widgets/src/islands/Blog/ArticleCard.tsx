import type { Picture } from "../../assets.ts";
import { goTo } from "../../page/address.ts";
import { InPlaceLink } from "../../page/InPlaceLink.tsx";
import { Image } from "../../parts/Image.tsx";
import { unbroken } from "../../parts/unbroken.ts";
import { shortDate } from "./date.ts";

export interface Article {
  title: string;
  url: string;
  category: string;
  author: string;
  /** `2025-09-22`. */
  date: string;
  /** Day of the last update, in the same format. */
  updated?: string;
  /** Lead of the article, shown if it is featured. */
  excerpt: string;
  image: Picture;
}

interface Props {
  article: Article;
  featured?: boolean;
}

/** Card of an article: a link to its page, which is shown in place of the list. */
export function ArticleCard({ article, featured = false }: Props) {
  const { title, url, category, author, date, updated, excerpt, image } = article;
  const link = { href: url, onFollow: () => goTo(url) };
  const heading = <InPlaceLink {...link}>{unbroken(title)}</InPlaceLink>;
  return (
    <article className={featured ? "article-card article-card-featured" : "article-card"}>
      <InPlaceLink className="article-card-picture" {...link} tabIndex={-1} aria-hidden="true">
        <Image picture={image} className="article-card-image" first={featured} />
      </InPlaceLink>
      <div className="article-card-text">
        <p className="article-card-category">{category}</p>
        {featured ? <h2 className="article-card-title">{heading}</h2> : <h3 className="article-card-title">{heading}</h3>}
        {featured && <p className="article-card-excerpt">{unbroken(excerpt)}</p>}
        <p className="article-card-meta">
          <span>{author}</span> <time dateTime={date}>{shortDate(date)}</time>
          {updated && (
            <span className="article-card-updated">
              Updated <time dateTime={updated}>{shortDate(updated)}</time>
            </span>
          )}
        </p>
      </div>
    </article>
  );
}
