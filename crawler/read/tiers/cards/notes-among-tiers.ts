/**
 * What stands among tiers and is none: notes on all of them, bullets with amounts.
 */

import { nearest, type PageElement } from '../../page/document.ts';
import type { Signal } from '../signals.ts';
import { hasTierWord } from '../words.ts';
import type { Cluster } from './clusters.ts';

/** Where others have their price in a line of its own, amounts in bullets alone are no price of a tier. */
export function withoutBullets(group: readonly Cluster[], beside: readonly Cluster[]): Cluster[] {
  const priced = [...beside, ...group].filter(({ signals }) =>
    signals.some((signal) => signal.kind === 'money' && !isBullet(signal)),
  );
  const isPriced = (cluster: Cluster) => priced.includes(cluster) || !cluster.signals.every(isBullet);
  return group.filter((cluster) => priced.length < 2 || hasTierWord(cluster.name.words) || isPriced(cluster));
}

const isBullet = ({ element, line }: Signal) => element.name === 'li' || line.element.name === 'li';

const ADD_ON = /^add-?ons?(?![a-z])/i;
/** How far around a card its classes may say what it is. */
const MAX_AROUND = 4;

/** What is said of the section around cards to those who don't see it; shorter than a heading, "Options" are a toggle's. */
const SAID_BESIDE =
  /^(?:optional |available |paid )?(?:add-?ons?|extras)\b|^(?:technical |customer |paid )?support(?!ers?\b)|^zusatz(?:optionen|module|leistungen|pakete)\b|^(?:roi|savings?) calculator\b/iu;

/** A card of the class "addon-card", or in an element or a section called so. */
export function refusalOfCard({ root, name }: Cluster): string | undefined {
  const isAddOn = ({ attribs: { class: called = '', 'aria-label': said = '' } }: PageElement) =>
    (SAID_BESIDE.test(said) && !said.toLowerCase().includes(name.words.toLowerCase())) ||
    called.split(/\s+/).some((each) => ADD_ON.test(each));
  return nearest(root, MAX_AROUND, isAddOn) === undefined ? undefined : 'among the add-ons';
}
