import { type Product, startProduct } from '../../tests/helpers/product.ts';
import type { Tapes } from '../tape.ts';
import { type Opening, whileOpen } from '../while-open.ts';

/** Spares an exchange the seconds that it works after its first start on what its traders once did. */
export const WITHOUT_PAST = { LEADERS: '0' } as const;

/** An exchange on data of its own. */
export const openExchange = (settings: Readonly<Record<string, string>> = {}): Opening<Product> => ({
  opened: startProduct(settings),
  close: (product) => product.stop(),
});

/** An exchange that plays tapes; they go with it. */
export const openPlaying = (tapes: Tapes): Opening<Product> => ({
  opened: startProduct({ FEED: tapes.feed }).catch(async (error: unknown) => {
    await tapes.remove();
    throw error;
  }),
  async close(product) {
    await product.stop();
    await tapes.remove();
  },
});

/** An exchange that plays tapes as long as `use` lasts. */
export const playing = <T>(tapes: Tapes, use: (product: Product) => Promise<T>): Promise<T> =>
  whileOpen<[Product], T>([openPlaying(tapes)], use);
