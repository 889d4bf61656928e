import { useEffect, useState } from 'react';

/**
 * An element that is printed instead of the page, also by the browser's own print command. It is hidden on screen.
 * @param rules CSS of the print: page size and layout; null while there is nothing to print
 * @returns the element to render into; null during the first render
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
