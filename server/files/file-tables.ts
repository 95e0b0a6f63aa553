/** Pictures that people sent; the bytes lie beside the database. */
export interface FilesSchema {
  files: FileTable;
}

interface FileTable {
  id: string;
  account_id: number;
  size: number;
  mime: string;
  /** Whether a form, message or record took it up. */
  claimed: number;
  created_at: number;
}
