/** A point of a box 10 wide and 14 high, y downwards. */
export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** A stroke through points written as `x,y x,y`. */
const line = (points: string): Stroke =>
  points.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return [x, y];
  });

/** Part of an ellipse; degrees, clockwise from the right. */
function arc(middle: Point, width: number, height: number, from: number, to: number): Stroke {
  const steps = Math.ceil(Math.abs(to - from) / 15);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return [middle[0] + width * Math.cos(angle), middle[1] + height * Math.sin(angle)] as const;
  });
}

const P_BOWL: Stroke = [...line('0,14 0,0 5,0'), ...arc([5, 3.75], 4.5, 3.75, -90, 90), [0, 7.5]];

/**
 * Characters drawn as strokes, so that no font is needed. Look-alikes are left out: no O beside 0, no I
 * beside 1, and so on.
 */
export const GLYPHS: Readonly<Record<string, readonly Stroke[]>> = {
  A: [line('0,14 5,0 10,14'), line('2,9 8,9')],
  C: [arc([6, 7], 5.5, 7, -50, -310)],
  E: [line('9,0 0,0 0,14 9,14'), line('0,7 7,7')],
  F: [line('9,0 0,0 0,14'), line('0,7 7,7')],
  H: [line('0,0 0,14'), line('9,0 9,14'), line('0,7 9,7')],
  K: [line('0,0 0,14'), line('9,0 0,8'), line('3,5.5 9.5,14')],
  M: [line('0,14 1,0 5,8 9,0 10,14')],
  N: [line('0,14 0,0 9,14 9,0')],
  P: [P_BOWL],
  R: [P_BOWL, line('4,7.5 9.5,14')],
  T: [line('0,0 10,0'), line('5,0 5,14')],
  U: [[[0, 0], ...arc([4.75, 9], 4.75, 5, 180, 0), [9.5, 0]]],
  W: [line('0,0 2.5,14 5,5 7.5,14 10,0')],
  X: [line('0,0 9.5,14'), line('9.5,0 0,14')],
  Y: [line('0,0 5,7 10,0'), line('5,7 5,14')],
  2: [[...arc([4.75, 4.25], 4.5, 4.25, 190, 400), ...line('0.5,14 9.5,14')]],
  3: [[...arc([4.5, 3.6], 4.3, 3.6, 200, 450), ...arc([4.5, 10.4], 4.8, 3.6, -90, 160)]],
  4: [line('7,14 7,0 0,9.5 10,9.5')],
  7: [line('0,0 9.5,0 3.5,14')],
  9: [arc([5, 4.5], 4.5, 4.5, 0, 360), line('9.5,4.5 9,9 7,12.5 4,14')],
};
