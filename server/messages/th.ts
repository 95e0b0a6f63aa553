import type { Messages } from './shape.ts';

export const th: Messages = {
  sessionExpired: 'กรุณาเข้าสู่ระบบ',
  badParameter: 'ข้อมูลที่ส่งไม่ถูกต้อง',
  notForDemo: 'ใช้ได้เฉพาะบัญชีจริงเท่านั้น',
  notFound: 'ไม่พบข้อมูล',
  conflict: 'สถานะเปลี่ยนไปแล้ว ไม่สามารถดำเนินการได้',
  wrongCredentials: 'บัญชี รหัสผ่าน หรือรหัสยืนยันไม่ถูกต้อง',
  tooMany: 'ส่งคำขอบ่อยเกินไป กรุณาลองใหม่ภายหลัง',
  marketClosed: 'ตลาดปิดทำการ',
  notEnoughMargin: 'มาร์จิ้นคงเหลือไม่เพียงพอ',
  noMultiple: 'ยังไม่ได้กำหนดเลเวอเรจ จึงยังส่งคำสั่งไม่ได้ในขณะนี้',
  badVolume: 'จำนวนล็อตไม่ถูกต้อง',
  wrongSidePrice: 'ราคาอยู่ผิดด้าน',
  insufficientBalance: 'ยอดเงินไม่เพียงพอ',
  priceMoved: 'ราคาเปลี่ยนแปลงแล้ว กรุณาตรวจสอบอีกครั้ง',
  cidReused: 'หมายเลขคำสั่งนี้ถูกใช้กับคำสั่งอื่นแล้ว',
  internal: 'เกิดข้อผิดพลาด กรุณาลองใหม่ภายหลัง',
};
