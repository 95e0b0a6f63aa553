import type { Messages } from './shape.ts';

export const vn: Messages = {
  sessionExpired: 'Vui lòng đăng nhập',
  badParameter: 'Dữ liệu gửi lên không hợp lệ',
  notForDemo: 'Chỉ dành cho tài khoản thật',
  notFound: 'Không tìm thấy',
  conflict: 'Trạng thái đã thay đổi, không thể thực hiện',
  wrongCredentials: 'Sai tài khoản, mật khẩu hoặc mã xác minh',
  tooMany: 'Quá nhiều yêu cầu, vui lòng thử lại sau',
  marketClosed: 'Thị trường đang đóng cửa',
  notEnoughMargin: 'Ký quỹ khả dụng không đủ',
  noMultiple: 'Chưa cấu hình đòn bẩy, tạm thời không thể đặt lệnh',
  badVolume: 'Số lot không hợp lệ',
  wrongSidePrice: 'Giá nằm sai phía',
  insufficientBalance: 'Số dư không đủ',
  priceMoved: 'Giá đã thay đổi, vui lòng kiểm tra lại',
  cidReused: 'Mã lệnh này đã được dùng cho một lệnh khác',
  internal: 'Đã xảy ra lỗi, vui lòng thử lại sau',
};
