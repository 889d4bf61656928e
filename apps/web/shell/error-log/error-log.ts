import { create } from 'zustand';
import { useSettings } from '../../context/settings/settings-store.ts';

/** An unhandled error of the console. */
export interface LoggedError {
  id: number;
  message: string;
  stack: string;
  /** Its source: the window, a promise, or the component that failed. */
  info: string;
  url: string;
}

/** Number of errors kept, in memory only (interpretation B35). */
export const MAX_ERRORS = 100;

export const useErrorLog = create<{ errors: readonly LoggedError[] }>(() => ({ errors: [] }));

let next = 1;

/** Records an error; the newest come first. */
export function logError(error: unknown, info: string, url = window.location.href): void {
  const entry: LoggedError = {
    id: next++,
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    info,
    url,
  };
  useErrorLog.setState(({ errors }) => ({ errors: [entry, ...errors].slice(0, MAX_ERRORS) }));
}

export function clearErrors(): void {
  useErrorLog.setState({ errors: [] });
}

/** Whether this build collects errors: the setting `errorLog` lists the kinds of build. */
export function collects(build: string): boolean {
  return useSettings.getState().errorLog === build;
}

/** Collects unhandled errors of the window, if this build does. Returns the unsubscribe function. */
export function startErrorLog(build: string): () => void {
  if (!collects(build)) return () => {};
  const onError = (event: ErrorEvent) => logError(event.error ?? event.message, 'window');
  const onRejection = (event: PromiseRejectionEvent) => logError(event.reason, 'promise');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
