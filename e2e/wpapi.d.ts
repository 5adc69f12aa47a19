/** What the journeys use of wpapi, a client of WordPress that knows nothing of this site. */
declare module "wpapi" {
  export type Paging = { total: string | number; totalPages: string | number };

  export type Entity = {
    id: number;
    slug: string;
    link: string;
    name: string;
    taxonomy: string;
    reference: string;
    categories: number[];
    title: { rendered: string };
    _embedded?: {
      author: Entity[];
      "wp:term": Entity[][];
      "wp:featuredmedia": (Entity & { source_url: string })[];
    };
  };

  type List = Entity[] & { _paging?: Paging };

  /** A question under construction: a list, or one entity once it has an id. */
  type Request<Answer> = PromiseLike<Answer> & {
    id(id: number): Request<Entity>;
    slug(slug: string): Request<Answer>;
    page(page: number): Request<Answer>;
    perPage(items: number): Request<Answer>;
    search(text: string): Request<Answer>;
    categories(id: number): Request<Answer>;
    param(name: string, value: string | number): Request<Answer>;
    embed(): Request<Answer>;
  };

  /** Made by discovery: a method for every route that the site names. */
  type Site = Record<
    "posts" | "pages" | "media" | "categories" | "tags" | "users" | "properties" | "developments",
    () => Request<List>
  >;

  const WPAPI: { discover(url: string): Promise<Site> };
  export default WPAPI;
}
