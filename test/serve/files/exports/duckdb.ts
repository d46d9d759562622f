/** DuckDB, which knows nothing of us, on the files of one folder. It opens nothing on the network. */
import { DuckDBInstance } from '@duckdb/node-api';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export interface Duck {
  rows(sql: string): Promise<Record<string, Json>[]>;
  close(): void;
}

export async function duckIn(folder: string): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    file_search_path: folder,
    threads: '1',
  });
  const connection = await instance.connect();
  return {
    async rows(sql) {
      return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, Json>[];
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
