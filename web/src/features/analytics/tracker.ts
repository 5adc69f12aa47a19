/** Sends page views and events to the agency's analytics; they are queued until its script has loaded. */
export type Tracker = {
  page(link: string, title: string): void;
  event(name: string, category: string): void;
};

/** A tracker, and the URL of the script that reads its queue. */
export type ScriptTracker = Tracker & { script: string };
