/** In the order in which they are offered; a file of its own, since the chart shows them before it loads the drawings. */
export const DRAWING_KINDS = ['horizontal', 'trend', 'fibonacci'] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];
