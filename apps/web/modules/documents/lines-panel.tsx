import { Button } from '@mantine/core';
import {
  IconBuildingWarehouse,
  IconChecks,
  IconFileImport,
  IconMaximize,
  IconPlus,
} from '@tabler/icons-react';
import {
  type DocumentKind,
  isCount,
  isTransfer,
  lineFieldsOf,
  type Preset,
  type Resource,
} from '@voltloop/resource-kit';
import { Card, ErrorState, formatDecimal, SkeletonRows, useFormat } from '@voltloop/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOpen } from '../../context/may-open.ts';
import { notifyError } from '../../parts/notify-error.ts';
import type { Row } from '../resources/index.ts';
import { FindingText, isOpen, localized, useRights } from '../resources/index.ts';
import { CountPanel, useDifferences } from './count-panel.tsx';
import styles from './documents.module.css';
import { InTransitNote } from './in-transit-note.tsx';
import { initialLines } from './line-source.ts';
import { LineTable, lotFields } from './line-table.tsx';
import { OrderedPanel, useOrdered, useWithSurplus } from './ordered-panel.tsx';
import type { Pasted } from './parse-pasted.ts';
import { isPresent, pickedLines } from './picked-lines.ts';
import type { Differences, Line } from './queries.ts';
import { LastScan, ScanField } from './scan-field.tsx';
import { useLines } from './use-lines.ts';
import { useScans } from './use-scans.ts';
import type { Verdicts } from './verdicts.ts';

/** The full-screen scan desk, loaded on demand. */
const ScanDesk = lazy(() => import('./scan-desk.tsx'));
const FileDialog = lazy(() => import('./file-dialog.tsx'));
const PickDialog = lazy(() => import('./pick-dialog.tsx'));
const STOCK = '/backoffice/stock';
const NO_LINES: readonly Line[] = [];
const NO_VERDICTS: Verdicts = new Map();
const NO_LOCATIONS: readonly string[] = [];

/** The lines of a document: scanned, pasted and edited while it is a draft, read-only afterwards. */
export function LinesPanel({ kind, row, resource }: { kind: string; row: Row; resource: Resource }) {
  const { t, i18n } = useTranslation('documents');
  const format = useFormat();
  const {
    found,
    verdicts: checks,
    failed,
    saving,
    saves,
    put,
    remove,
    check,
    retry,
  } = useLines(kind, row.id);
  const [checkResult, setCheckResult] = useState<{
    of: string;
    found: Awaited<ReturnType<typeof check>>;
  } | null>(null);
  const [checking, setChecking] = useState(false);
  const [desk, setDesk] = useState(false);
  const [openDialog, setOpenDialog] = useState<'file' | 'pick' | null>(null);
  const maySeeStock = useMayOpen()(STOCK);
  const may = useRights(resource);
  // Checks the saved lines: a check requested during a save waits for it.
  useEffect(() => {
    if (!checking || saving) return;
    const of = stateOf(row, saves);
    check()
      .then((found) => setCheckResult({ of, found }), notifyError)
      .finally(() => setChecking(false));
    // A change of the lines while the check runs changes `saves`, and hides its result.
  }, [checking, saving]);
  const loaded = found.data !== undefined;
  useEffect(() => {
    const brought = loaded ? initialLines(row.id) : [];
    if (brought.length > 0) put(brought);
  }, [loaded, row.id, put]);
  const counts = found.data !== undefined && isCount(found.data.declared);
  const open = may.update && isOpen(resource, row);
  const order = useOrdered(kind, row.id, open && Boolean(row.orderId), saves);
  // The result of a check is stale once the lines have changed, or are posted.
  const checked = open && checkResult?.of === stateOf(row, saves) ? checkResult.found : null;
  const verdicts = useWithSurplus(open ? checks : NO_VERDICTS, order);
  const differs = useDifferences(kind, row.id, counts, saves);
  const locations = (!row.location && differs.data?.locations) || NO_LOCATIONS;
  const [here, setHere] = useState<string | null>(null);
  const add = (pasted: readonly Pasted[]) => {
    const lineFields = found.data ? lineFieldsOf({ columns: columnsOf(found.data.declared, row) }) : {};
    let product = 'product' in lineFields ? lastProduct(found.data?.lines ?? NO_LINES, row) : null;
    const lines = pasted.map(({ code, location = here ?? undefined, ...more }): Line => {
      const values = Object.entries({ ...more, location }).filter(
        ([name, value]) => value && name in lineFields,
      );
      const isOne = 'product' in lineFields && isProduct(code, row);
      if (isOne) product = code;
      return {
        clientKey: crypto.randomUUID(),
        code,
        ...initialOf(lineFields),
        ...(product && !isOne ? { product } : {}),
        ...Object.fromEntries(values),
      };
    });
    put(lines);
    return lines;
  };
  const scans = useScans({
    lines: found.data?.lines ?? NO_LINES,
    verdicts,
    onAdd: add,
    onRemove: remove,
    locations: { all: locations, here, onHere: setHere },
  });
  if (found.isPending) return <SkeletonRows rows={6} />;
  if (!found.data) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  const { declared, pieces, kg } = found.data;
  const all = lineFieldsOf({ columns: columnsOf(declared, row) });
  // Columns of goods by mass appear once a document has such goods.
  const byMass = found.data.lines.some(({ code }) => !code);
  const fields = byMass
    ? all
    : Object.fromEntries(Object.entries(all).filter(([name]) => !lotFields.has(name)));
  const preset = presetOf(declared, row);
  const storeId = preset?.from.at === 'store' ? String(row[preset.from.field] ?? '') : '';
  const close = () => setOpenDialog(null);
  const table = (
    <>
      {order && <OrderedPanel found={order} />}
      <LineTable
        fields={fields}
        lines={counts && open ? withFindings(found.data.lines, differs.data) : found.data.lines}
        newestFirst={desk}
        verdicts={verdicts}
        editable={open}
        onChange={(line) => put([line])}
        onRemove={(key) => remove([key])}
      />
    </>
  );
  return (
    <Card>
      {open && !desk && (
        <>
          <ScanField scans={scans} />
          <LastScan scans={scans} />
        </>
      )}
      {isTransfer(declared) && <InTransitNote kind={kind} row={row} />}
      {counts && !desk && <CountPanel found={differs} />}
      <div className={styles.bar}>
        <p className={styles.totals}>
          {t('totals', {
            lines: t('totalLines', {
              count: found.data.lines.length,
              n: format.number(found.data.lines.length),
            }),
            pieces: t('totalPieces', { count: pieces, n: format.number(pieces) }),
            kg: formatDecimal(kg, 0, format.language),
          })}
          {saving && <span className={styles.saving}> {t('saving')}</span>}
        </p>
        {open && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMaximize size={15} />}
              onClick={() => setDesk(true)}
            >
              {t('desk.open')}
            </Button>
            {storeId && maySeeStock && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconBuildingWarehouse size={15} />}
                onClick={() => setOpenDialog('pick')}
              >
                {t('pick.open')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileImport size={15} />}
              onClick={() => setOpenDialog('file')}
            >
              {t('file.open')}
            </Button>
            {declared.columns.includes('lot') && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={15} />}
                onClick={() => put([{ clientKey: crypto.randomUUID(), ...initialOf(all) }])}
              >
                {t('addLot')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              loading={checking}
              leftSection={<IconChecks size={15} />}
              onClick={() => setChecking(true)}
            >
              {t('check')}
            </Button>
          </>
        )}
      </div>
      {failed !== null && <ErrorState compact error={failed} onRetry={() => void retry()} />}
      <div role="status" className={styles.checked} data-tone={toneOf(checked)}>
        {checked &&
          t(resultKeys[toneOf(checked)], { count: checked.problems.length || checked.warnings.length })}
        {checked &&
          [...checked.problems, ...checked.warnings]
            .filter(({ path }) => !path.startsWith('lines.'))
            .map(({ key, message }) => (
              <p key={key || message}>
                <FindingText finding={{ key, message }} />
              </p>
            ))}
      </div>
      <Suspense>
        {openDialog === 'file' && (
          <FileDialog
            kind={declared}
            id={row.id}
            onAdded={() => void found.refetch().then(() => setChecking(true))}
            onClose={close}
          />
        )}
        {openDialog === 'pick' && (
          <PickDialog
            storeId={storeId}
            location={counts && row.location ? String(row.location) : null}
            conditions={preset?.conditions ?? []}
            isPresent={isPresent(found.data.lines)}
            excludesClaimed={declared.claims !== undefined}
            count={found.data.lines.length}
            onPick={(goods) => put(pickedLines(goods, all, counts))}
            onClose={close}
          />
        )}
      </Suspense>
      {desk ? (
        <Suspense>
          <ScanDesk
            title={String(row.no ?? localized(resource.one, i18n.language))}
            scans={scans}
            verdicts={verdicts}
            pieces={pieces}
            kg={kg}
            count={found.data.lines.length}
            saving={saving}
            failed={failed}
            onRetry={() => void retry()}
            intake={
              preset?.makesBatteries && {
                fields: all,
                storeId: preset.to.at === 'store' ? String(row[preset.to.field] ?? '') : '',
              }
            }
            onClose={() => setDesk(false)}
          >
            {table}
          </ScanDesk>
        </Suspense>
      ) : (
        table
      )}
    </Card>
  );
}

const resultKeys = { ok: 'checkedGood', warning: 'checkedWarned', danger: 'checkedBad' } as const;
const toneOf = (checked: { problems: readonly unknown[]; warnings: readonly unknown[] } | null) =>
  checked?.problems.length ? 'danger' : checked?.warnings.length ? 'warning' : 'ok';

/** Identifies what a check has covered: the header, and the lines as last saved. */
const stateOf = ({ version, status }: Row, saves: number) => `${version} ${status} ${saves}`;

/** Initial values of a new line. */
const initialOf = (fields: ReturnType<typeof lineFieldsOf>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'option' && field.initial !== undefined ? [[name, field.initial]] : [],
    ),
  );

/** Whether a code is that of a product: an echelon code of the produced level. */
const isProduct = (code: string, { productType }: Row) =>
  code.length === 19 && code[3] === 'PMC'[Number(productType) - 1];

/** The last scanned product: components scanned after it go into it. */
const lastProduct = (lines: readonly Line[], row: Row): string | null => {
  const line = lines.findLast(({ code, product }) => code && !product && isProduct(String(code), row));
  return line ? String(line.code) : null;
};

/** The columns of the lines of a document, by its preset. */
function columnsOf(kind: DocumentKind, row: Row): DocumentKind['columns'] {
  return presetOf(kind, row)?.columns ?? kind.columns;
}

/** The preset of a document; the first one where its kind has only one. */
const presetOf = ({ presets }: DocumentKind, row: Row): Preset | undefined =>
  row.preset ? presets[String(row.preset)] : Object.values(presets)[0];

/** Lines of an open count with their current findings. */
function withFindings(lines: readonly Line[], differs: Differences | undefined): readonly Line[] {
  const byKey = new Map(differs?.list.map(({ clientKey, finding }) => [clientKey, finding]));
  return lines.map((line) => {
    const finding = byKey.get(line.clientKey);
    return finding ? { ...line, finding } : line;
  });
}
