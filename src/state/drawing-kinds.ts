import { signal } from '@preact/signals-react';

/** In the order in which they are offered; a file of its own, since the chart shows them before it loads the drawings. */
export const DRAWING_KINDS = ['horizontal', 'trend', 'fibonacci'] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

/** What is asked of the drawing tools: their sheet, one of them, a step back, or nothing. */
export type DrawingAsk = boolean | DrawingKind | 'undo';

/** Whether the chart has a change of drawings to take back. */
export const canUndoDrawing = signal(false);
