/** The first bytes of a JPEG and enough more to count as one. */
export const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  Buffer.from('JFIF\0'),
  Buffer.alloc(200, 0x11),
  Buffer.from([0xff, 0xd9]),
]);
