/** A page of the console, declared: where it is, and what it shows. It may wait for a queue; it changes nothing. */
import type { Installation } from '../installation/installation.ts';
import type { Content } from '../view/layout.ts';

export interface PageRequest {
  path: Record<string, string>;
  query: URLSearchParams;
  now: Date;
  who: string;
}

export interface ConsolePage {
  path: string;
  /** @throws {ConsoleProblem} */
  show(installation: Installation, request: PageRequest): Content | Promise<Content>;
}

/** What a form of ours does. Where it leads to, or the page to show in its place. */
export interface ConsoleAction {
  path: string;
  /** @throws {ConsoleProblem} */
  act(
    installation: Installation,
    form: FormData,
    request: PageRequest,
  ): Promise<{ seeOther: string } | { status: number; show: Content }>;
}
