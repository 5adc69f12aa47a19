/** What is told to the agency's analytics. Everything said before its script is there waits for it. */
export type Tracker = {
  page(link: string, title: string): void;
  event(name: string, category: string): void;
};

/** A counter, and where the script lies that reads what it was told. */
export type ScriptTracker = Tracker & { script: string };
