export type Json = Record<string, unknown>;

/** A parameter, body or reply in OpenAPI 3.1; the schemas are JSON Schema 2020-12. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Json }[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

export interface OpenapiDocument {
  openapi: '3.1.0';
  info: Json;
  servers: Json[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Json;
}
