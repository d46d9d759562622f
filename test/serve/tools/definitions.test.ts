/** The tools as agents are told of them. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { instructions } from '../../../serve/tools/instructions.ts';
import { definitions } from '../../../serve/tools/toolbox.ts';
import { SITE } from '../served.ts';

/**
 * What agents are told decides what they do, so no change of it happens by the way: it is read, and then pinned anew
 * (`UPDATE_GOLDEN=1 npx vitest run test/serve/tools`). Nothing of it can come from a page.
 */
const PINS = join(import.meta.dirname, 'pins.json');

function pinOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

describe('the tools', () => {
  it.each(definitions())(
    '$name says that it only reads, and what it answers with [S4.3.read-only] [D4.annotations]',
    (tool) => {
      expect(tool.annotations).toMatchObject({
        title: tool.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(tool.inputSchema).toMatchObject({ additionalProperties: false });
      expect(tool.name).toMatch(/^[a-z_]{1,64}$/);
      expect(tool.outputSchema).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['attribution', 'links']),
      });
      const ajv = addFormats.default(new Ajv2020({ strict: false }));
      for (const schema of [tool.inputSchema, tool.outputSchema]) expect(ajv.validateSchema(schema)).toBe(true);
    },
  );

  it('a list may be a list, or one text with commas [D4.arguments]', () => {
    const compare = definitions().find(({ name }) => name === 'compare_software');
    const valid = addFormats.default(new Ajv2020({ strict: false })).compile(compare?.inputSchema ?? {});
    expect(
      [{ slugs: ['a', 'b'] }, { slugs: 'a,b' }, { slugs: ['a'] }, { slugs: 5 }].map((given) => valid(given)),
    ).toEqual([true, true, false, false]);
  });

  it('are told of in at most 45 KB, with the shape of every price', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: definitions() }))).toBeLessThanOrEqual(45_000);
    const shapeOf = (name: string) => definitions().find((tool) => tool.name === name)?.outputSchema ?? {};
    for (const name of ['get_pricing', 'calculate_tco', 'get_price_history'])
      expect(JSON.stringify(shapeOf(name))).toContain('"amount":{"type":"string"}');
    expect(shapeOf('get_pricing')).toMatchObject({
      required: expect.arrayContaining(['slug', 'name', 'verification', 'evidence']),
    });
  });

  it('words and schemas are those that were read and pinned [D4.pinned]', () => {
    const tools = definitions().map(({ name, outputSchema, ...asked }) => [
      name,
      { asked: pinOf({ name, ...asked }), answered: pinOf(outputSchema) },
    ]);
    const pins = { instructions: pinOf(instructions(SITE)), tools: Object.fromEntries(tools) };
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PINS, `${JSON.stringify(pins, null, 2)}\n`);
    expect(pins).toEqual(JSON.parse(readFileSync(PINS, 'utf8')));
  });
});
