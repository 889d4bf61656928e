import { useEffect, useState } from 'react';

/**
 * A place for what goes to the printer instead of the page, also by the browser's own command. On the screen it is not
 * there.
 * @param rules how it is printed: the size of the page and what belongs to it; none while there is nothing to print
 * @returns where to draw; null for a moment at first
 */
export function usePaper(rules: string | null): HTMLElement | null {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (rules === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${rules}
      @media screen { [data-print] { display: none } }
      @media print {
        html, body { margin: 0 !important; padding: 0 !important; background: #fff !important; height: auto !important; overflow: visible !important }
        body > *:not([data-print]) { display: none !important }
      }`);
    const holder = document.createElement('div');
    holder.dataset.print = '';
    document.body.append(holder);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    setRoot(holder);
    return () => {
      setRoot(null);
      holder.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [rules]);
  return root;
}
