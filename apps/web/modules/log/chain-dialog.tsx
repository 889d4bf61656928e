import { Alert, Button, Group, Progress, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCopy, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import listStyles from '../../ui/dialog/drawer-list.module.css';
import { Dialog, ErrorWords, useFormat } from '../../ui/index.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './log.module.css';
import { parseAnchor, writeAnchor } from './parse-anchor.ts';
import { chainEnd } from './queries.ts';
import { type ChainCheck, useChainCheck } from './use-chain-check.ts';

interface ChainDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Shows a row of the account's own tenant. */
  onRow: (seq: number) => void;
}

/** Verifies the hash chain from first to last row, and reports whether any row was changed. */
export function ChainDialog({ opened, onClose, onRow }: ChainDialogProps) {
  const { t } = useTranslation('log');
  return (
    <Dialog opened={opened} guarded={false} onClose={onClose} title={t('chain.title')} size={560}>
      <Body onClose={onClose} onRow={onRow} />
    </Dialog>
  );
}

function Body({ onClose, onRow }: Omit<ChainDialogProps, 'opened'>) {
  const { t } = useTranslation(['log', 'ui']);
  const { check, start, stop } = useChainCheck();
  const [noted, setNoted] = useState('');
  const [wrong, setWrong] = useState(false);
  const running = check?.state === 'running';
  const run = () => {
    const anchor = noted.trim() ? parseAnchor(noted) : null;
    setWrong(noted.trim() !== '' && anchor === null);
    if (noted.trim() === '' || anchor) void start(anchor);
  };
  return (
    <div className={styles.chain}>
      <p className={listStyles.text}>{t('chain.text')}</p>
      <TextInput
        label={t('chain.noted')}
        description={t('chain.notedHint')}
        placeholder="1042:9f86d081…"
        value={noted}
        disabled={running}
        error={wrong && t('chain.notedWrong')}
        onChange={(event) => {
          setNoted(event.currentTarget.value);
          setWrong(false);
        }}
        spellCheck={false}
        autoComplete="off"
      />
      <div aria-live="polite" className={styles.outcome}>
        {check && <Outcome check={check} onRow={onRow} />}
      </div>
      <Group justify="flex-end">
        {running ? (
          <Button variant="default" onClick={stop}>
            {t('chain.stop')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('close', { ns: 'ui' })}
            </Button>
            <Button onClick={run} data-autofocus>
              {t(check ? 'chain.again' : 'chain.start')}
            </Button>
          </>
        )}
      </Group>
    </div>
  );
}

function Outcome({ check, onRow }: { check: ChainCheck; onRow: (seq: number) => void }) {
  const { t } = useTranslation('log');
  const format = useFormat();
  const describe = useContext(ErrorWords);
  const { whole, left, linksOnly, broken, error, state } = check;
  const rows = { count: whole, n: format.number(whole) };
  if (error) return <Alert color="red">{describe(error)}</Alert>;
  if (broken)
    return (
      <Alert color="red" icon={<IconLinkOff size={20} stroke={1.8} />} title={t('chain.broken')}>
        <p className={listStyles.text}>
          {t(`chain.fault.${broken.fault}`, {
            seq: broken.seq,
            previous: broken.previousSeq === null ? NO_VALUE : broken.previousSeq,
            time: format.date(broken.time, 'dateTimeSeconds'),
          })}
        </p>
        <p className={listStyles.text}>{t('chain.wholeBefore', rows)}</p>
        {broken.own ? (
          <Button size="xs" variant="default" onClick={() => onRow(broken.seq)}>
            {t('chain.openRow', { seq: broken.seq })}
          </Button>
        ) : (
          broken.fault !== 'anchor' && <p className={listStyles.text}>{t('chain.notOwn')}</p>
        )}
      </Alert>
    );
  if (state === 'done')
    return (
      <Alert color="green" icon={<IconCircleCheck size={20} stroke={1.8} />} title={t('chain.whole', rows)}>
        <p className={listStyles.text}>{t('chain.wholeText')}</p>
        {linksOnly > 0 && (
          <p className={listStyles.text}>
            {t('chain.linksOnly', { count: linksOnly, n: format.number(linksOnly) })}
          </p>
        )}
        {check.last && <Anchor anchor={check.last} />}
      </Alert>
    );
  return (
    <>
      <span>
        {state === 'stopped'
          ? t('chain.stopped', rows)
          : t('chain.running', { n: format.number(whole), left: format.number(left) })}
      </span>
      <Progress
        value={whole + left > 0 ? (100 * whole) / (whole + left) : 0}
        aria-label={t('chain.title')}
        size="sm"
      />
    </>
  );
}

/** The end of the chain, to be noted elsewhere. */
function Anchor({ anchor }: { anchor: { seq: number; hash: string } }) {
  const { t } = useTranslation('log');
  const text = writeAnchor(anchor);
  return (
    <div className={styles.anchor}>
      <code className={listStyles.hash}>{text}</code>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={15} stroke={1.8} />}
        onClick={async () => {
          const copied = await copyText(text);
          toast[copied ? 'success' : 'warning']({ ns: 'log', key: copied ? 'copied' : 'notCopied' });
        }}
      >
        {t('chain.copy')}
      </Button>
    </div>
  );
}

/** The current end of the chain, in the page's footer. */
export function ChainEnd() {
  const { t } = useTranslation('log');
  const format = useFormat();
  const end = useQuery(chainEnd).data;
  if (!end) return null;
  return (
    <section className={styles.end} aria-label={t('chain.end')}>
      <span>{t('chain.endText', { seq: end.seq, time: format.date(end.time, 'dateTimeSeconds') })}</span>
      <Anchor anchor={end} />
    </section>
  );
}
