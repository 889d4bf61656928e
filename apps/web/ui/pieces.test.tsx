import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Card } from './card.tsx';
import { ChartFrame } from './chart/chart-frame.tsx';
import { dismissLabel } from './dialog/confirm-dialog.tsx';
import { Page } from './page/page.tsx';
import { SCROLL_MS, scrollTopAt } from './page/scroll-to-top.ts';
import { FIRST_PAGE, PAGE_SIZES } from './table/page-numbers.ts';
import { Pager } from './table/pager.tsx';
import { RelativeTime } from './time/relative-time.tsx';

const text = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

describe('the card panel', () => {
  it('shows title and tools only if present, and names its region by the title', () => {
    const plain = renderToStaticMarkup(createElement(Card, null, 'inside'));
    expect(plain).not.toMatch(/<h2|aria-labelledby/);
    expect(text(plain)).toBe('|inside|');
    const full = renderToStaticMarkup(
      createElement(Card, { title: 'Stock', tools: createElement('i') }, 'in'),
    );
    const id = /aria-labelledby="([^"]+)"/.exec(full)?.[1];
    expect(full).toContain(`<h2 id="${id}"`);
    expect(full).toContain('<i>');
    expect(renderToStaticMarkup(createElement(Card, { tools: 'only tools' }))).toContain('only tools');
  });
});

describe('the frame of a chart', () => {
  const frame = (more: object) => {
    const table = () => ({ head: [], rows: [] });
    return renderToStaticMarkup(
      createElement(ChartFrame, { label: 'Energy', legend: [], table, children: 'plot', ...more }),
    );
  };

  it('explains its marks in the legend, with a link to what is marked', () => {
    expect(frame({})).not.toContain('Doubtful');
    expect(text(frame({ mark: { label: 'Doubtful' } }))).toContain('|Doubtful|');
    expect(frame({ mark: { label: 'Doubtful', href: '#list' } })).toContain('<a href="#list">Doubtful</a>');
  });
});

describe('the page wrapper', () => {
  it('has a header only with a title', () => {
    expect(renderToStaticMarkup(createElement(Page, { children: 'x' }))).not.toMatch(/<h1|<header/);
    const titled = renderToStaticMarkup(
      createElement(Page, { title: 'Stock', description: 'Now', children: 'x' }),
    );
    expect(titled).toMatch(/<h1[^>]*>Stock<\/h1>/);
    expect(text(titled)).toBe('|Stock|Now|x|');
  });
});

describe('the paginator', () => {
  it('starts at page 1 with 10 rows, of 10, 20, 30 or 50', () => {
    expect(FIRST_PAGE).toEqual({ page: 1, size: 10 });
    expect(PAGE_SIZES).toEqual([10, 20, 30, 50]);
  });
  it('is laid out as total, sizes, previous, pages, next, jumper', () => {
    const html = renderToStaticMarkup(createElement(Pager, { total: 95, ...FIRST_PAGE, onChange: () => {} }));
    const order = ['pager.total', 'pager.size"', 'pager.previous', 'pager.page', 'pager.next', 'pager.goTo'];
    const at = order.map((each) => html.indexOf(each));
    expect(at.every((place) => place >= 0)).toBe(true);
    expect([...at].sort((a, b) => a - b)).toEqual(at);
    expect(html.match(/<option/g)).toHaveLength(4);
    expect(html).toMatch(/aria-current="page"[^>]*>1</);
  });
});

describe('a paginator whose rows are being counted', () => {
  const html = renderToStaticMarkup(
    createElement(Pager, { total: null, page: 3, size: 10, onChange: () => {} }),
  );
  it('has no total and no last page yet, only previous and next', () => {
    expect(html).not.toContain('pager.total');
    expect(html.match(/pager\.page"/g)).toHaveLength(1);
    expect(html).toMatch(/aria-current="page"[^>]*>3</);
    for (const button of ['pager.previous', 'pager.next'])
      expect(html).not.toMatch(new RegExp(`${button}"[^>]*disabled`));
  });
  it('shows that counting has failed, and offers a retry', () => {
    const failed = renderToStaticMarkup(
      createElement(Pager, { total: null, onRetryTotal: () => {}, page: 1, size: 10, onChange: () => {} }),
    );
    expect(text(failed)).toContain('|pager.notCounted|error.retry|');
  });
  it('announces the total once it is counted', () => {
    expect(html).toMatch(/<span[^>]*aria-live="polite"><span[^>]*aria-hidden="true"/);
  });
});

describe('the confirmation dialog', () => {
  it('never has two buttons of the same name', () => {
    const words: Record<string, string> = { 'confirm.cancel': 'Cancel', 'confirm.back': 'Back' };
    const t = (key: string) => words[key] ?? key;
    expect(dismissLabel(t, 'Delete')).toBe('Cancel');
    expect(dismissLabel(t, 'Cancel')).toBe('Back');
  });
});

describe('a time ago', () => {
  const ago = (days: number) =>
    renderToStaticMarkup(
      createElement(RelativeTime, { time: Date.now() - days * 86_400_000, zone: 'Asia/Shanghai' }),
    );
  it('is relative while it is recent, and a date afterwards', () => {
    expect(ago(3)).toContain('>3 days ago<');
    expect(ago(400)).toMatch(/>\d{4}-\d\d-\d\d</);
  });
});

describe('the scroll to the top', () => {
  it('takes 800 ms, slow at both ends', () => {
    expect(SCROLL_MS).toBe(800);
    expect([0, 400, 800, 900].map((ms) => scrollTopAt(1000, ms))).toEqual([1000, 500, 0, 0]);
    const steps = Array.from({ length: 41 }, (_, i) => scrollTopAt(1000, i * 20));
    for (const [i, top] of steps.entries())
      if (i > 0) expect(top).toBeLessThanOrEqual(steps[i - 1] as number);
    expect(1000 - (steps[1] as number)).toBeLessThan((steps[20] as number) - (steps[21] as number));
  });
});
