/** One declaration of a stylesheet or of a `style` attribute. */
export interface Declaration {
  property: string;
  /** In lower case, one space for white space, without comments. */
  value: string;
  isImportant: boolean;
}

/** @param said its value with what makes it important, in lower case */
export function declaration(property: string, said: string): Declaration {
  const value = said.replace(/ ?! ?important$/, '');
  return { property, value, isImportant: value !== said };
}
