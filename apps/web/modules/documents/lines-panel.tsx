import { isCount, isTransfer, type Resource } from '@voltloop/resource-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOpen } from '../../context/may-open.ts';
import { Card, ErrorState } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import type { Row } from '../resources/index.ts';
import { isOpen, localized, useRights } from '../resources/index.ts';
import { CheckResult } from './check-result.tsx';
import { CountPanel, useDifferences } from './count-panel.tsx';
import styles from './documents.module.css';
import { InTransitNote, useInTransit, useTransitVerdicts } from './in-transit-note.tsx';
import { initialLines, isJustCreated } from './line-source.ts';
import { LineTable, lotFields } from './line-table.tsx';
import { LinesBar } from './lines-bar.tsx';
import { emptyLine, fieldsOfCodes, fieldsOfLines, linesOfCodes, presetOf } from './new-lines.ts';
import { openLines } from './open-lines.ts';
import { OrderedPanel, useOrdered, useWithSurplus } from './ordered-panel.tsx';
import type { Pasted } from './parse-pasted.ts';
import { isPresent, pickedLines } from './picked-lines.ts';
import type { Differences, Line } from './queries.ts';
import { LastScan, ScanField } from './scan-field.tsx';
import { countsInput, withoutRefused } from './totals.ts';
import { useCheck } from './use-check.ts';
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
  const { i18n } = useTranslation('documents');
  const lines = useLines(kind, row.id);
  const { found, put, remove, saves, saving, failed, lost, settle } = lines;
  const checked = useCheck(row, lines);
  const [desk, setDesk] = useState(false);
  const [openDialog, setOpenDialog] = useState<'file' | 'pick' | null>(null);
  const maySeeStock = useMayOpen()(STOCK);
  const may = useRights(resource);
  const loaded = found.data !== undefined;
  useEffect(() => {
    const brought = loaded ? initialLines(row.id) : [];
    if (brought.length > 0) put(brought);
  }, [loaded, row.id, put]);
  const counts = found.data !== undefined && isCount(found.data.declared);
  const open = may.update && isOpen(resource, row);
  const order = useOrdered(kind, row.id, open && Boolean(row.orderId), saves);
  const verdicts = useWithSurplus(open ? lines.verdicts : NO_VERDICTS, order);
  const differs = useDifferences(kind, row.id, counts, saves);
  const locations = (!row.location && differs.data?.locations) || NO_LOCATIONS;
  const [here, setHere] = useState<string | null>(null);
  const saved = found.data?.lines ?? NO_LINES;
  const transit = useInTransit(kind, row);
  const ofTransit = useTransitVerdicts(saved, transit);
  const add = (pasted: readonly Pasted[]) => {
    const fields = found.data ? fieldsOfCodes(found.data.declared, row) : {};
    const added = linesOfCodes(pasted, { fields, saved, row, here });
    put(added);
    return added;
  };
  const scans = useScans({
    lines: saved,
    verdicts,
    onAdd: add,
    onRemove: remove,
    locations: { all: locations, here, onHere: setHere },
  });
  useEffect(() => {
    if (!open) return;
    openLines.set(row.id, { lines: saved, settle, check: checked.start });
    return () => void openLines.delete(row.id);
  }, [open, row.id, saved, settle, checked.start]);
  const { input } = scans;
  useEffect(() => {
    if (loaded && isJustCreated(row.id)) input.current?.focus();
  }, [loaded, row.id, input]);
  if (!found.data) return <QueryPlaceholder of={found} rows={6} />;
  const { declared, pieces, kg } = found.data;
  const all = fieldsOfLines(declared, row);
  // Columns of goods by mass appear once a document has such goods.
  const byMass = saved.some(({ code }) => !code);
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
        ofCodes={fieldsOfCodes(declared, row)}
        lines={counts && open ? withFindings(saved, differs.data) : saved}
        newestFirst={desk}
        verdicts={ofTransit ?? verdicts}
        editable={open}
        onChange={(line) => put([line])}
        onRemove={(key) => remove([key])}
        onLast={() => input.current?.focus()}
      />
    </>
  );
  const failure = failed !== null && (
    <SaveFailed error={failed} lost={lost} onRetry={() => void lines.retry()} />
  );
  return (
    <Card>
      {open && !desk && (
        <>
          <ScanField scans={scans} />
          <LastScan scans={scans} />
        </>
      )}
      {isTransfer(declared) && <InTransitNote kind={kind} row={row} goods={transit} />}
      {counts && !desk && <CountPanel found={differs} />}
      <LinesBar
        totals={{ count: saved.length, pieces, kg }}
        ofInput={countsInput(kind)}
        saving={saving}
        actions={
          open
            ? {
                onDesk: () => setDesk(true),
                onPick: storeId && maySeeStock ? () => setOpenDialog('pick') : undefined,
                onFile: () => setOpenDialog('file'),
                onAddLot: declared.columns.includes('lot') ? () => put([emptyLine(all)]) : undefined,
                onCheck: checked.start,
                checking: checked.checking,
              }
            : null
        }
      />
      {failure}
      <CheckResult found={open ? checked.findings : null} />
      <Suspense>
        {openDialog === 'file' && (
          <FileDialog
            kind={declared}
            id={row.id}
            onAdded={() => void found.refetch().then(checked.start)}
            onClose={close}
          />
        )}
        {openDialog === 'pick' && (
          <PickDialog
            storeId={storeId}
            location={counts && row.location ? String(row.location) : null}
            conditions={preset?.conditions ?? []}
            isPresent={isPresent(saved)}
            excludesClaimed={declared.claims !== undefined}
            count={saved.length}
            onPick={(goods) => put(pickedLines(goods, all, counts))}
            onClose={close}
          />
        )}
      </Suspense>
      {desk && open ? (
        <Suspense>
          <ScanDesk
            title={String(row.no ?? localized(resource.one, i18n.language))}
            scans={scans}
            verdicts={verdicts}
            totals={withoutRefused({ count: saved.length, pieces, kg }, saved, verdicts)}
            ticket={row}
            saving={saving}
            failure={failure}
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

/** Why lines could not be saved. Where they never can be, the document is closed: it lists them instead of a retry. */
function SaveFailed({
  error,
  lost,
  onRetry,
}: {
  error: unknown;
  lost: readonly Line[];
  onRetry: () => void;
}) {
  const { t } = useTranslation('documents');
  const names = lost.flatMap(({ code, lotNo }) => String(code || lotNo || '') || []);
  return (
    <>
      <ErrorState compact title={t('saveFailed')} error={error} {...(lost.length === 0 && { onRetry })} />
      {names.length > 0 && (
        <p className={styles.checked} data-tone="danger">
          {t('notSaved', { count: names.length, names: names.join(' ') })}
        </p>
      )}
    </>
  );
}

/** Lines of an open count with their current findings. */
function withFindings(lines: readonly Line[], differs: Differences | undefined): readonly Line[] {
  const byKey = new Map(differs?.list.map(({ clientKey, finding }) => [clientKey, finding]));
  return lines.map((line) => {
    const finding = byKey.get(line.clientKey);
    return finding ? { ...line, finding } : line;
  });
}
