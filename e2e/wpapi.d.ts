/** The part of wpapi, a general WordPress client, that the tests use. */
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

  /** A request builder: for a list, or for one entity after id. */
  type Request<Result> = PromiseLike<Result> & {
    id(id: number): Request<Entity>;
    slug(slug: string): Request<Result>;
    page(page: number): Request<Result>;
    perPage(items: number): Request<Result>;
    search(text: string): Request<Result>;
    categories(id: number): Request<Result>;
    param(name: string, value: string | number): Request<Result>;
    embed(): Request<Result>;
  };

  /** The result of discovery: a method for every route of the site. */
  type Site = Record<
    "posts" | "pages" | "media" | "categories" | "tags" | "users" | "properties" | "developments",
    () => Request<List>
  >;

  const WPAPI: { discover(url: string): Promise<Site> };
  export default WPAPI;
}
