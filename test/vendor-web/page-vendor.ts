/**
 * Vendors that serve pages. `pageVendor` answers one path with one body and everything else in the usual way;
 * `offerVendor` lays out what the vendor offers at that instant.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTML, JSON_TYPE, MARKDOWN, send, sendConditionally, sendNotFound, TEXT, type Validators } from './answer.ts';
import { layOut, layoutNamed } from './layouts.ts';
import { NO_TRUTH, type Offer, type Truth, truthOf } from './offer.ts';
import type { Vendor, World } from './vendor.ts';

type Respond = Vendor['respond'];

export interface VendorFacts
  extends Pick<Vendor, 'slug' | 'name' | 'expect'>,
    Partial<
      Pick<
        Vendor,
        'category' | 'path' | 'render' | 'truth' | 'failures' | 'verdicts' | 'decoys' | 'tolerated' | 'poison'
      >
    > {
  /** Answers robots.txt; by default everything is allowed. */
  robots?: Respond;
}

const ALLOW_ALL = 'User-agent: *\nAllow: /\n';

/** A vendor whose pricing page is answered by `page`, with a robots.txt and a 404 for the rest. */
export function vendorOf({ robots, ...facts }: VendorFacts, page: Respond): Vendor {
  return {
    category: 'productivity-notes',
    path: '/pricing',
    render: 'http',
    truth: () => NO_TRUTH,
    ...facts,
    respond(request, response, world) {
      if (world.path === '/robots.txt') {
        return robots === undefined ? send(response, ALLOW_ALL, { type: TEXT }) : robots(request, response, world);
      }
      return page(request, response, world);
    },
  };
}

/** Answers only the pricing path, and 404 elsewhere. */
export function pageVendor(facts: VendorFacts, page: Respond): Vendor {
  const vendor = vendorOf(facts, (request, response, world) =>
    world.path === vendor.path ? page(request, response, world) : sendNotFound(response),
  );
  return vendor;
}

export interface OfferFacts extends Omit<VendorFacts, 'expect' | 'truth' | 'render'> {
  expect?: Vendor['expect'];
  offer: Offer | ((at: Date) => Offer);
  layout?: string | ((world: World) => string);
  /** Changes the laid out page before it is sent: the place for decoys and injections. */
  edit?: (body: string, world: World) => string;
  validators?: (at: Date) => Validators;
}

/** A vendor with an ordinary pricing page: its truth is its offer. */
export function offerVendor({ offer, layout = 'div-cards', edit, validators, ...facts }: OfferFacts): Vendor {
  const offerAt = typeof offer === 'function' ? offer : () => offer;
  const layoutIn = typeof layout === 'function' ? layout : () => layout;
  const truth = (at: Date): Truth => truthOf(offerAt(at));
  const render = typeof layout === 'string' ? layoutNamed(layout).render : 'http';
  const laidOut = (world: World) => layOut(offerAt(world.now), layoutNamed(layoutIn(world)), facts.slug);
  const vendor = vendorOf({ expect: 'prices', ...facts, truth, render }, (request, response, world) => {
    const page = laidOut(world);
    if (world.path === vendor.path) {
      const type = { html: HTML, markdown: MARKDOWN, json: JSON_TYPE }[page.format];
      sendPage(request, response, edit?.(page.body, world) ?? page.body, { type, ...validators?.(world.now) });
    } else if (page.data !== undefined && world.path === `/${page.data.path}`) {
      send(response, page.data.body, { type: JSON_TYPE });
    } else {
      sendNotFound(response);
    }
  });
  return vendor;
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  how: Validators & { type: string },
): void {
  if (how.etag === true || how.lastModified !== undefined) sendConditionally(request, response, body, how);
  else send(response, body, { type: how.type });
}
