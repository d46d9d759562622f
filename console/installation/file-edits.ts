/**
 * Edits of product files: checked, recorded with the text before and after, written over what was read; and undone. A file
 * that is not there has no text.
 */
import {
  canWriteProducts,
  ProductFileChanged,
  productIn,
  requireText,
  writeProductFile,
} from '../../data/catalogue/product-file.ts';
import type { Action } from '../../data/pipeline/operator-action.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from './installation.ts';
import type { HandedOver } from './verifier-link.ts';

type Edit = Pick<Action, 'action' | 'slug' | 'by' | 'reason'> & { edit: NonNullable<Action['edit']> };

/**
 * @throws {ProductFileChanged} the file is not `edit.before` any more
 * @throws {ConsoleProblem} the new text is no valid product
 */
export function editFile(installation: Installation, edit: Edit): Promise<HandedOver> {
  return installation.inTurn(async () => {
    const { slug, edit: texts } = edit;
    const { catalogueDir } = installation.environment;
    const product = texts.after === '' ? { faults: [] } : productIn(texts.after);
    if ('faults' in product && product.faults.length > 0)
      throw new ConsoleProblem(422, `The file would not be valid: ${product.faults.join('; ')}`);
    requireText(catalogueDir, slug, texts.before);
    // Before it is recorded as done.
    if (!canWriteProducts(catalogueDir))
      throw new ConsoleProblem(
        503,
        `The console has no write permission for ${catalogueDir}/products. Nothing was saved`,
      );
    const as = await installation.note(edit);
    writeProductFile(catalogueDir, slug, texts);
    await installation.live.refresh();
    return as;
  });
}

export interface Undo {
  /** What it does, for a button. */
  words: string;
  /** @throws {ConsoleProblem} it can't be undone any more */
  run(installation: Installation, who: Pick<Action, 'by' | 'reason'>): Promise<HandedOver>;
}

/** Undefined for an action that changed no file. */
export function undoOf({ slug, edit }: Pick<Action, 'slug' | 'edit'>): Undo | undefined {
  if (edit === undefined) return undefined;
  const back = { slug, edit: { before: edit.after, after: edit.before }, action: 'edit_undone' as const };
  return {
    words: edit.before === '' ? `Remove products/${slug}.yaml` : `Restore products/${slug}.yaml as it was before`,
    async run(installation, who) {
      try {
        return await editFile(installation, { ...back, ...who });
      } catch (error) {
        if (!(error instanceof ProductFileChanged)) throw error;
        const why = `products/${slug}.yaml has a later edit, which would be lost`;
        throw new ConsoleProblem(409, `Cannot undo this: ${why}. Undo the later edit first, or edit the file`);
      }
    },
  };
}
