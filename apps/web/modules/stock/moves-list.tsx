import { IconArrowRight } from '@tabler/icons-react';
import type { StockMove } from '@voltloop/contract/calls/stock.ts';
import { type OptionListName, optionLabel, optionLists } from '@voltloop/domain/options/index.ts';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { useFormat } from '../../ui/index.ts';
import timeline from '../../ui/timeline.module.css';
import { localized, rowPath } from '../resources/index.ts';
import { PlaceName } from './place-name.tsx';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

/** The moves of an item as a timeline, latest first, each with its document. */
export function MovesList({ moves }: { moves: readonly StockMove[] }) {
  return (
    <ol className="plain">
      {moves.map((move) => (
        <Move key={move.id} move={move} />
      ))}
    </ol>
  );
}

function Move({ move }: { move: StockMove }) {
  const { t } = useTranslation('stock');
  const { date, language } = useFormat();
  const { pieces, kg } = useAmounts();
  const { document, from, to, fromCondition, toCondition } = move;
  const of = languageOf(language);
  const moved =
    from.kind !== to.kind || from.storeId !== to.storeId || from.code !== to.code || from.name !== to.name;
  const condition = (value: string) => optionLabel('stockCondition', value, of);
  return (
    <li
      className={`${timeline.entry} ${styles.move}`}
      data-void={document.reverses || document.status === 'voided' || undefined}
    >
      <p className={styles.moveHead}>
        <time dateTime={move.day}>{move.day}</time>
        <strong className={styles.moveWhat}>{whatOf(document, of)}</strong>
        <DocumentLink document={document} />
        {document.reverses && <span className={styles.quiet}>{t('move.reverses')}</span>}
        {document.status === 'voided' && <span className={styles.quiet}>{t('move.voided')}</span>}
      </p>
      <p className={styles.moveWay}>
        {moved ? (
          <>
            <PlaceName place={from} />
            <IconArrowRight size={14} stroke={1.8} aria-label={t('move.to')} role="img" />
            <PlaceName place={to} />
          </>
        ) : (
          <PlaceName place={to} />
        )}
        {fromCondition !== null && fromCondition !== toCondition && (
          <span>
            {condition(fromCondition)} → {condition(toCondition)}
          </span>
        )}
      </p>
      <p className={styles.quiet}>
        {move.pieces > 1 ? `${pieces(move.pieces)} · ` : ''}
        {kg(move.kg)} · {move.by ?? t('move.system')} · {date(move.postedAt, 'dateTime')}
      </p>
    </li>
  );
}

/** The kind of the document: its preset, otherwise its kind. */
function whatOf({ kind, preset }: StockMove['document'], language: 'en' | 'zh'): string {
  const list = `${kind}Kind`;
  if (preset && Object.hasOwn(optionLists, list))
    return optionLabel(list as OptionListName, preset, language);
  const words = (names as Readonly<Record<string, ResourceName>>)[kind]?.one;
  return words ? localized(words, language) : kind;
}

function DocumentLink({ document: { kind, id, no } }: { document: StockMove['document'] }) {
  return (
    <AllowedLink className="link" to={rowPath(kind, id)}>
      {no}
    </AllowedLink>
  );
}
