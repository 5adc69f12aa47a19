package view

// RouteData in TypeScript. Section is in section_kinds.go.
//
//tygo:emit
var _ = `/** The record of a route (routing §2 and §7). */
export type RouteData = {
	link: string;
	route: string;
	page: number;
	query: Record<string, string>;
	isFetching: boolean;
	isReady: boolean;
	[flag: string]: unknown;
};`
