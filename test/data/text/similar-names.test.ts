import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../../data/text/similar-names.ts';

const NAMES = ['notion', 'linear', 'github', 'gitlab', 'zoom', 'openai-api', 'monday-com', 'jira', 'figma'];

describe('the distance of two words', () => {
  it.each([
    ['', 'abc', 3],
    ['notion', 'notion', 0],
    ['notoin', 'notion', 1],
    ['kitten', 'sitting', 3],
    // One swap and one insertion inside it would be two by the unrestricted distance.
    ['ca', 'abc', 3],
  ])('%s → %s: %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is the same both ways, nought for the same word only, and within the lengths', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('under a limit is the distance or, beyond it, infinite', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 8 }), (a, b, most) => {
        const distance = editDistance(a, b);
        expect(editDistance(a, b, most)).toBe(distance <= most ? distance : Number.POSITIVE_INFINITY);
      }),
    );
  });
});

describe('near names', () => {
  it.each([
    ['notoin', ['notion']],
    ['Git Hub', ['github']],
    ['openai', ['openai-api']],
    ['notion-app', ['notion']],
    ['\0', []],
    ['a'.repeat(5_000), []],
  ])('of %j are %j', (text, names) => {
    expect(nearest(text, NAMES)).toEqual(names);
  });

  it('are those that comparing with each name would find', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcz019-é'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, (words, text) => {
        const names = [...new Set(words)];
        const most = Math.max(1, Math.floor(text.length / 3));
        const distanceTo = (name: string) =>
          name.startsWith(text) || (text.length > 3 && text.startsWith(`${name}-`))
            ? 0.5
            : editDistance(text, name, most);
        const all = names
          .map((name) => ({ name, distance: distanceTo(name) }))
          .filter(({ distance }) => distance <= most)
          .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
        expect(nearest(text, names)).toEqual(text.length < 2 ? [] : all.slice(0, 5).map(({ name }) => name));
      }),
    );
  });

  it('are those of the fewest possible edits, of more than are compared', () => {
    const far = Array.from({ length: 5_000 }, (_, at) => `slack-${at}`);
    expect(nearest('slcak-team', [...far, 'slack-team'])).toContain('slack-team');
  });

  it('are five at most', () => {
    expect(nearest('aaaa', ['aaab', 'aaac', 'aaad', 'aaae', 'aaaf', 'aaag'])).toHaveLength(5);
  });
});
