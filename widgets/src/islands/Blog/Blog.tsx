import { stateOf, type Category } from "./address.ts";
import { ArticleCard, type Article } from "./ArticleCard.tsx";
import { pageOf } from "./list.ts";
import { Pagination } from "./Pagination.tsx";

export interface Props {
  /** All articles in the order of the list. */
  articles: Article[];
  categories: Category[];
  /** Path of the page: `/blogs`, `/blogs/page/2`, `/blogs/category/taxation`. */
  address: string;
  /** Number of cards on a page, beside the featured article. */
  perPage: number;
}

/** The blog's list at a URL: categories, the featured article, the other articles, and pagination. */
export default function Blog({ articles, categories, address, perPage }: Props) {
  const { category, page } = stateOf(address, categories);
  const { featured, cards, number, total } = pageOf(articles, { category, page }, perPage);
  const list = categories.find(({ name }) => name === category)?.url ?? "/blogs";

  return (
    <div className="blog">
      <nav className="blog-categories" aria-labelledby="blog-categories-title">
        <h2 className="blog-categories-title" id="blog-categories-title">
          Browse by Category
        </h2>
        <ul className="blog-categories-list">
          {[{ name: "", url: "/blogs" }, ...categories].map(({ name, url }) => (
            <li key={name}>
              <a className="filter-option" href={url} aria-current={name === category || undefined}>
                {name || "All"}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="blog-empty" hidden={articles.length > 0}>
        No articles found in this category.
      </p>
      <div className="blog-featured">{featured && <ArticleCard article={featured} featured />}</div>
      <section className="blog-more" aria-labelledby="blog-more-title" hidden={cards.length === 0}>
        <h2 className="blog-more-title" id="blog-more-title" tabIndex={-1}>
          More Articles
        </h2>
        <ul className="blog-grid" data-reveal="150">
          {cards.map((article) => (
            <li key={article.url}>
              <ArticleCard article={article} />
            </li>
          ))}
        </ul>
      </section>
      <Pagination number={number} total={total} list={list} />
      <p className="visually-hidden" role="status" />
    </div>
  );
}
