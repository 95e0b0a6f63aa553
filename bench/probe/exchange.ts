import { type Product, startProduct } from '../../tests/helpers/product.ts';
import type { Tapes } from '../tape.ts';

/** An exchange that plays tapes as long as `use` lasts; the tapes go with it. */
export async function playing<T>(tapes: Tapes, use: (product: Product) => Promise<T>): Promise<T> {
  try {
    const product = await startProduct({ FEED: tapes.feed });
    try {
      return await use(product);
    } finally {
      await product.stop();
    }
  } finally {
    await tapes.remove();
  }
}
