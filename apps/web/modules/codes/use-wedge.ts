import { useEffect } from 'react';
import { fieldValue, setFieldValue, type TextField } from '../../ui/keyboard/field-value.ts';
import { keyAt, keyText } from '../../ui/keyboard/key-text.ts';
import { type Burst, detect, type ScanRules, scanRules, settled } from '../../ui/keyboard/scan-detector.ts';
import { drainEarlyKeys } from './early-keys.ts';
import { hasCode, readingOf } from './reading-of.ts';

const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'));

/** Fields that handle scans themselves, and dialogs, which must be closed first unless they accept scans. */
function handlesScansItself(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const keeper = target.closest('[data-scan="own"], [role="dialog"]');
  return (
    keeper !== null && !(keeper.matches('[role="dialog"]') && keeper.querySelector('[data-scan="here"]'))
  );
}

/** In a field, only a text with a valid battery code counts as a scan. */
const wedgeRules: ScanRules = { ...scanRules, acceptsInText: hasCode, read: readingOf };

/** Listens for a keyboard-wedge scanner, wherever the focus is, and reports scans. */
export function useWedge(onScan: (text: string) => void): void {
  useEffect(() => {
    let burst: Burst | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** The field in which the burst began, with its content before. */
    let written: { field: TextField; value: string } | null = null;

    const finish = (text: string) => {
      if (written?.field.isConnected) setFieldValue(written.field, written.value);
      written = null;
      burst = null;
      onScan(text);
    };
    const onKey = (event: KeyboardEvent, value = fieldValue(event.target)) => {
      if (!event.isTrusted || event.repeat || handlesScansItself(event.target)) return;
      const inText = isTextField(event.target);
      const before = burst;
      const press = { key: keyText(event), placed: keyAt(event), at_ms: event.timeStamp, inText };
      const detected = detect(before, press, wedgeRules);
      burst = detected.burst;
      clearTimeout(timer);
      if (detected.scan !== undefined) finish(detected.scan);
      if (burst && burst !== before && burst.text.length === 1)
        written = value === null ? null : { field: event.target as TextField, value };
      if (detected.swallow) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (burst?.ended)
        timer = setTimeout(() => {
          const text = settled(burst, Number.POSITIVE_INFINITY, wedgeRules);
          if (text !== null) finish(text);
        }, wedgeRules.settle_ms);
    };
    const listen = (event: KeyboardEvent) => onKey(event);
    for (const { event, value } of drainEarlyKeys()) onKey(event, value);
    // Before all other handlers of the page: a scan must not trigger shortcuts and buttons.
    window.addEventListener('keydown', listen, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listen, true);
    };
  }, [onScan]);
}
