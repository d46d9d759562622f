/** Every vendor of the vendor web. */
import { VENDORS } from '../vendor-web/vendors.ts';
import { describeVisits } from './vendor-visits.ts';

describeVisits(VENDORS);
