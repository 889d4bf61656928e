import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { formatNumber, listed, NO_VALUE } from '../../ui/index.ts';
import type { CellProps } from '../resources/index.ts';

interface Share {
  element: string;
  pct: string;
}

/** The result of an assay in one line: chemical symbols are the same in both languages. */
export function ElementsCell({ row, name }: CellProps) {
  const { i18n } = useTranslation();
  const shares = (row[name] ?? []) as readonly Share[];
  const language = languageOf(i18n.language);
  const texts = shares.map(({ element, pct }) => `${element} ${formatNumber(Number(pct), 2, language)} %`);
  return listed(texts, language) || NO_VALUE;
}
