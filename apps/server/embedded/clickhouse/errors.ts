/** An error of the engine in ClickHouse's form: `Code: 60. DB::Exception: … (UNKNOWN_TABLE)`. */
export class EngineError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** Converts any error of the native module to an EngineError; an unparsable text gets code 1002. */
export function engineError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const code = /Code: (\d+)\./.exec(text)?.[1];
  if (code) return new EngineError(Number(code), text);
  return new EngineError(1002, `Code: 1002. DB::Exception: ${text || 'Unknown error'} (UNKNOWN_EXCEPTION)`);
}

/** Codes that ClickHouse answers with a status other than 500 (its exceptionCodeToHTTPStatus.cpp). */
const statuses: Record<number, readonly number[]> = {
  400: [6, 26, 27, 36, 38, 41, 42, 43, 44, 47, 53, 61, 62, 63, 69, 70, 72, 117, 131, 349, 456, 457, 1004],
  401: [194],
  403: [164, 192, 193, 291, 497, 516],
  404: [16, 46, 50, 56, 60, 81, 115],
  408: [159],
  411: [381],
  413: [396],
  501: [48, 1],
  503: [202, 203, 241, 243, 252, 439, 473, 745],
};

/** HTTP status for an error code of the engine. */
export function statusOf(code: number): number {
  const found = Object.entries(statuses).find(([, codes]) => codes.includes(code));
  return found ? Number(found[0]) : 500;
}
