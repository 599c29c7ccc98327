// The bridge of DingTalk's computer client: a third of the SDK, which no phone needs.
import 'dingtalk-jsapi/platform/pc'
