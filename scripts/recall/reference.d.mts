export declare class Recall {
  static load(path: string): Recall;
  embed(text: string): Float32Array;
}
