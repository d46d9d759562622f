/** Coefficients of the logistic models, as `npm run calibrate -- readers` makes them from labelled pages. */
import weights from './weights.json' with { type: 'json' };

/** Whether a line is the name of an offer. */
export const NAME_WEIGHTS: readonly number[] = weights.name;
/** Whether a group's offers are plans of the page's own product. */
export const GROUP_WEIGHTS: readonly number[] = weights.group;
