import { usePagination } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollToTop } from '../page/scroll-to-top.ts';
import { SkeletonLine } from '../states/skeletons.tsx';
import { formatNumber } from '../text/format.ts';
import { clampPage, PAGE_SIZES, pagesOf } from './page-numbers.ts';
import styles from './pager.module.css';

export interface PagerProps {
  /** Null while the rows are being counted: only previous and next work then. */
  total: number | null;
  /** Set when counting has failed: retries. */
  onRetryTotal?: (() => void) | undefined;
  /** From 1. */
  page: number;
  size: number;
  onChange: (next: { page: number; size: number }) => void;
  sizes?: readonly number[];
  /** False where the list is only a small part of its page. */
  autoScroll?: boolean;
}

/**
 * Paginator: total, sizes, previous, pages, next, jumper. A page beyond the last becomes the last, and a change
 * scrolls to the top.
 */
export function Pager({
  total,
  onRetryTotal,
  page,
  size,
  onChange,
  sizes = PAGE_SIZES,
  autoScroll = true,
}: PagerProps) {
  const { t, i18n } = useTranslation('ui');
  const isCounted = total !== null;
  // Unknown total: assume that there is another page.
  const pages = isCounted ? pagesOf(total, size) : page + 1;
  const current = clampPage(page, pages);
  const { range } = usePagination({ total: pages, page: current });
  const [jump, setJump] = useState('');
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isCounted && total > 0 && current !== page) onChange({ page: current, size });
  }, [current, page, isCounted, total, size, onChange]);

  const change = (next: { page: number; size: number }) => {
    onChange(next);
    if (autoScroll && nav.current) scrollToTop(nav.current);
  };
  const go = (next: number) => {
    const target = clampPage(next, pages);
    if (target !== current) change({ page: target, size });
  };
  const resize = (next: number) =>
    change({ page: isCounted ? clampPage(current, pagesOf(total, next)) : 1, size: next });
  const count = (
    // Announced once counted, as the total may arrive after the rows.
    <span className={styles.total} aria-live="polite">
      {isCounted ? (
        t('pager.total', { total: formatNumber(total, 0, i18n.language) })
      ) : onRetryTotal ? (
        <>
          {t('pager.notCounted')}
          <button type="button" className={styles.button} onClick={onRetryTotal}>
            {t('error.retry')}
          </button>
        </>
      ) : (
        <SkeletonLine width={96} height={14} />
      )}
    </span>
  );
  if (total === 0) return <div className={styles.pager}>{count}</div>;
  return (
    <nav ref={nav} className={styles.pager} aria-label={t('pager.label')}>
      {count}
      <select
        className={styles.select}
        aria-label={t('pager.size')}
        value={size}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      >
        {(sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b)).map((each) => (
          <option key={each} value={each}>
            {t('pager.perPage', { size: each })}
          </option>
        ))}
      </select>
      <span className={styles.pages}>
        <button
          type="button"
          className={styles.button}
          aria-label={t('pager.previous')}
          disabled={current <= 1}
          onClick={() => go(current - 1)}
        >
          <IconChevronLeft size={16} />
        </button>
        {(isCounted ? range : [current]).map((each, index) =>
          each === 'dots' ? (
            <span key={`gap${index}`} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={each}
              type="button"
              className={styles.button}
              aria-label={t('pager.page', { page: each })}
              aria-current={each === current ? 'page' : undefined}
              onClick={() => go(each)}
            >
              {each}
            </button>
          ),
        )}
        <button
          type="button"
          className={styles.button}
          aria-label={t('pager.next')}
          disabled={current >= pages}
          onClick={() => go(current + 1)}
        >
          <IconChevronRight size={16} />
        </button>
      </span>
      <label className={styles.jump}>
        {t('pager.goTo')}
        <input
          inputMode="numeric"
          disabled={!isCounted}
          maxLength={9}
          value={jump}
          onChange={(event) => setJump(event.currentTarget.value.replace(/\D/g, ''))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || jump === '') return;
            go(Number(jump));
            setJump('');
          }}
        />
      </label>
    </nav>
  );
}

interface FixedPagerProps {
  total: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
}

/** The pager of a small list with a fixed number of rows; nothing when all fit on one page. */
export function FixedPager({ total, page, size, onPage }: FixedPagerProps) {
  if (total <= size) return null;
  return (
    <Pager
      total={total}
      page={page}
      size={size}
      sizes={[size]}
      autoScroll={false}
      onChange={(next) => onPage(next.page)}
    />
  );
}
