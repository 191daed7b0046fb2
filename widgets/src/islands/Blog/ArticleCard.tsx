import type { Picture } from "../../assets.ts";
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
  /** Lead of the article, shown if it is featured. */
  excerpt: string;
  image: Picture;
}

interface Props {
  article: Article;
  featured?: boolean;
}

/** Card of an article: a link to its page. `fillCard` turns it into the card of another article. */
export function ArticleCard({ article, featured = false }: Props) {
  const { title, url, category, author, date, excerpt, image } = article;
  const link = <a href={url}>{unbroken(title)}</a>;
  return (
    <article className={featured ? "article-card article-card-featured" : "article-card"}>
      <a className="article-card-picture" href={url} tabIndex={-1} aria-hidden="true">
        <Image picture={image} className="article-card-image" first={featured} />
      </a>
      <div className="article-card-text">
        <p className="article-card-category">{category}</p>
        {featured ? <h2 className="article-card-title">{link}</h2> : <h3 className="article-card-title">{link}</h3>}
        <p className="article-card-excerpt" hidden={!featured}>
          {featured && unbroken(excerpt)}
        </p>
        <p className="article-card-meta">
          <span>{author}</span> <time dateTime={date}>{shortDate(date)}</time>
        </p>
      </div>
    </article>
  );
}
