import type * as z from 'zod';
import type { Operation, Tool } from '../interface/operation.ts';
import { operations } from '../operations/list.ts';

export interface OfferedTool extends Tool {
  operation: Operation;
  /** Of its arguments. */
  params: z.ZodObject;
}

export const tools: readonly OfferedTool[] = operations.flatMap((operation) =>
  (operation.tools ?? []).map((tool) => {
    const taken: Record<string, true> = Object.fromEntries(tool.takes.map((name) => [name, true] as const));
    return { ...tool, operation, params: operation.params.pick(taken).strict() };
  }),
);
