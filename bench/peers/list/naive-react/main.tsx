import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Listed, loadList, loadPaths } from '../../../list/list-market.ts';
import { changeText, followQuotes, priceText, type Quote, toneOf } from '../quotes.ts';
import '../style.css';

/**
 * React as a beginner writes it: the quotes of all rows are state of the root, each socket frame sets it once, and
 * every row renders. All 500 rows are in the document: nothing is virtualised or memoised, but rows have keys.
 */
function App({ list }: { readonly list: readonly Listed[] }) {
  const [quotes, setQuotes] = useState<ReadonlyMap<number, Quote>>(new Map());
  const [paths, setPaths] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    void loadPaths(list).then(setPaths);
    followQuotes((frame) =>
      setQuotes((before) => {
        const after = new Map(before);
        for (const quote of frame) after.set(quote.id, quote);
        return after;
      }),
    );
  }, [list]);
  return (
    <div className="rows">
      {list.map((one) => (
        <Row key={one.Id} one={one} quote={quotes.get(one.Id)} path={paths.get(one.Id)} />
      ))}
    </div>
  );
}

interface RowProps {
  readonly one: Listed;
  readonly quote: Quote | undefined;
  readonly path: string | undefined;
}

function Row({ one, quote, path }: RowProps) {
  return (
    <div className="row">
      <img src={one.Logo} alt="" />
      <span className="name">{one.ShowCode}</span>
      <svg viewBox="0 0 64 28" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" />
      </svg>
      <span className="close" dir="ltr">
        {priceText(quote, one.PricePrecision)}
      </span>
      <span className={`change ${toneOf(quote)}`} dir="ltr">
        {changeText(quote)}
      </span>
    </div>
  );
}

const root = document.getElementById('host');
if (root !== null) createRoot(root).render(<App list={await loadList()} />);
