import { expect, test } from "@playwright/test";
import WPAPI, { type Entity } from "wpapi";

// A general WordPress client from npm reads the REST API of the site. It needs no browser, so it runs
// in one project.
test.skip(({ isMobile }) => isMobile, "the API is the same for every screen");

const discover = (baseURL: string | undefined) => WPAPI.discover(`${baseURL}/wp-json/`);

const titles = (list: Entity[]) => list.map((one) => one.title.rendered);

test("it discovers the endpoints", async ({ baseURL }) => {
  const site = await discover(baseURL);
  for (const endpoint of [
    "posts",
    "pages",
    "media",
    "categories",
    "users",
    "properties",
  ] as const) {
    const list = await site[endpoint]().perPage(1);
    expect(list, endpoint).toHaveLength(1);
    expect(Number(list._paging?.total), endpoint).toBeGreaterThan(1);
  }
});

test("it reads all posts by pages", async ({ baseURL }) => {
  const site = await discover(baseURL);
  const first = await site.posts().perPage(5);
  const pages = Number(first._paging?.totalPages);
  const seen = new Set<number>();
  for (let page = 1; page <= pages; page++) {
    for (const post of await site.posts().perPage(5).page(page)) seen.add(post.id);
  }
  expect(pages).toBe(Math.ceil(Number(first._paging?.total) / 5));
  expect(seen.size).toBe(Number(first._paging?.total));
});

test("it finds a page by its slug", async ({ baseURL }) => {
  const site = await discover(baseURL);
  const found = await site.pages().slug("home");
  expect(found.map((page) => page.link)).toEqual([`${baseURL}/`]);
  expect(await site.pages().slug("no-such-page")).toHaveLength(0);
});

test("it reads the posts of a category", async ({ baseURL }) => {
  const site = await discover(baseURL);
  const [category] = await site.categories().perPage(1);
  if (!category) throw new Error("the site has no category");
  expect(category.taxonomy).toBe("category");
  const posts = await site.posts().categories(category.id).perPage(100);
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts) expect(post.categories).toContain(category.id);
});

test("it embeds author, terms and picture", async ({ baseURL }) => {
  const site = await discover(baseURL);
  const [post] = await site.posts().perPage(1).embed();
  expect(post?._embedded?.author[0]?.name).toBeTruthy();
  expect(post?._embedded?.["wp:term"].flat().map((term) => term.id)).toEqual(
    expect.arrayContaining(post?.categories ?? []),
  );
  const picture = post?._embedded?.["wp:featuredmedia"][0];
  expect(picture?.source_url.startsWith(`${baseURL}/`)).toBe(true);
});

test("it filters properties", async ({ baseURL }) => {
  const site = await discover(baseURL);
  const all = await site.properties().perPage(1);
  const rented = await site.properties().param("s_offer", 10).perPage(100);
  expect(rented.length).toBeGreaterThan(0);
  expect(rented.length).toBeLessThan(Number(all._paging?.total));
  const [property] = rented;
  const again = await site.properties().id(property?.id ?? 0);
  expect(again.reference).toBe(property?.reference);
});

test("errors have WordPress's codes", async ({ baseURL }) => {
  const site = await discover(baseURL);
  await expect(Promise.resolve(site.posts().id(999_999))).rejects.toMatchObject({
    code: "rest_post_invalid_id",
  });
  await expect(Promise.resolve(site.posts().page(999))).rejects.toMatchObject({
    code: "rest_post_invalid_page_number",
  });
  expect(titles(await site.posts().search("no post says zeppelin"))).toEqual([]);
});
