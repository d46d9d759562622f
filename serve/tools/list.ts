/** All tools, read from the list of operations: what is no operation's is no tool. */
import type * as z from 'zod';
import type { Operation } from '../interface/operation.ts';
import type { Tool } from '../interface/tool.ts';
import { operations } from '../operations/list.ts';

export interface OfferedTool extends Tool {
  operation: Operation;
  /** The schema of its arguments: of the operation's parameters, those that it takes. */
  params: z.ZodObject;
}

export const tools: readonly OfferedTool[] = operations.flatMap((operation) =>
  (operation.tools ?? []).map((tool) => {
    const taken: Record<string, true> = Object.fromEntries(tool.takes.map((name) => [name, true] as const));
    return { ...tool, operation, params: operation.params.pick(taken).strict() };
  }),
);
